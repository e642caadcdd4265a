"""What is said of a submission as a whole."""

from api.words import Message
from api.words.count import count, listed
from grader.sandbox.base import Level

HEADING = "Backgrade report"
SUMMARY = "summary"
NOTES = "notes"
NOT_GRADED = "not graded"
NO_CELL = "–"

NO_SANDBOX = Message(
    "this file runs without a sandbox: it can do whatever you can do on this machine",
    "use --trust-this-file only for a file of your own",
)


def absent(modules: tuple[str, ...]) -> str:
    """Modules that were stood in for."""
    names = listed([f"`{name}`" for name in modules])
    return f"{names} {'is' if len(modules) == 1 else 'are'} not available here; whatever needs it is left out"


def error(seen: str) -> str:
    """The file's own code raised something, and the class was graded all the same."""
    return f"beside the class, the file's own code raised {seen}; the class is graded all the same"


def stopped(seen: str) -> str:
    """The file's own top-level code did not come to an end, and its definitions were graded."""
    return f"beside the class, the file's code was stopped: {seen}; what it defines is graded all the same"


def unkept(graphs: int, example: str) -> str:
    """Gradients in the middle that are not kept."""
    return (
        f"in {count(graphs, 'graph')}, gradients in the middle are not those of the chain rule afterwards "
        f"({example}); this costs nothing there"
    )


def printed(first: str, more: int) -> str:
    """What the submission printed."""
    return f"the file prints: {first}" + (f" ({count(more, 'more line')})" if more else "")


LEVELS = {
    Level.OWN_KERNEL: "a hardened container with a kernel of its own, and in it a system-call filter",
    Level.CONTAINED: "a hardened container, and in it a system-call filter",
    Level.ENCLOSED: "system-call filter, Landlock and namespaces",
    Level.LOCKED: "system-call filter and Landlock",
    Level.FILTERED: "system-call filter alone: still no file, no network, no process",
    Level.TRUSTED: "none: the file was run as it is",
}
