"""What is said of a submission as a whole."""

from collections.abc import Iterator

from api.i18n import N_, gettext as _, listed, ngettext, number
from api.words import Message
from grader.sandbox.level import Level


def no_sandbox() -> Message:
    """The file ran as it is."""
    return Message(
        _("This file runs without a sandbox: it can do whatever you can do on this machine."),
        _("Use --trust-this-file only for a file of your own."),
    )


def absent(modules: tuple[str, ...]) -> str:
    """Modules that were stood in for."""
    return ngettext(
        "The module {modules} is not available here. We left out the code that needs it.",
        "The modules {modules} are not available here. We left out the code that needs them.",
        len(modules),
        modules=listed([f"`{name}`" for name in modules]),
    )


def error(seen: str) -> str:
    """The file's own code raised something, and the class was graded all the same."""
    return _("We graded your class. Other code in your file stopped with an error: {error}", error=seen)


def stopped(seen: str) -> str:
    """The file's own top-level code did not come to an end, and its definitions were graded."""
    return _("We graded what your file defines. We had to stop its other code: {reason}", reason=seen)


def unkept(graphs: int, example: str) -> str:
    """Gradients in the middle that are not kept."""
    return ngettext(
        "In {n} graph, the gradients of intermediate nodes are not correct at the end ({example}). "
        "This costs no points in this graph.",
        "In {n} graphs, the gradients of intermediate nodes are not correct at the end ({example}). "
        "This costs no points in these graphs.",
        graphs,
        example=example,
    )


_INCOMPLETE = {
    "failed": N_(
        "We did not find all causes, because our diagnosis stopped with an error. Your points are correct."
    ),
    "cut_short": N_(
        "There may be more causes than these: with most of the repairs that we tried, "
        "your code did not finish. Your points are correct."
    ),
}
"""The sentence for each way in which a diagnosis ended before it was done; the grade stands."""


def incomplete(status: str) -> Iterator[str]:
    """Yield that there may be more causes, where a diagnosis ended so."""
    if status in _INCOMPLETE:
        yield _(_INCOMPLETE[status])


def not_counted(suites: list[str], total: float) -> str:
    """Why the total is that of this class, and not that of another one."""
    return ngettext(
        "What does not apply to your class costs nothing and earns nothing ({suites}): "
        "the {total} point is for the other parts.",
        "What does not apply to your class costs nothing and earns nothing ({suites}): "
        "all {total} points are for the other parts.",
        1 if total == 1 else 2,
        suites=listed(suites),
        total=number(round(total, 2)),
    )


def printed(first: str, more: int) -> str:
    """Say what the submission printed."""
    if not more:
        return _("Your file prints: {text}", text=first)
    return ngettext(
        "Your file prints: {text} ({n} more line)",
        "Your file prints: {text} ({n} more lines)",
        more,
        text=first,
    )


def printed_much(first: str) -> str:
    """Say what the submission printed first, where it printed more than is kept."""
    return _("Your file prints: {text} (and many more lines)", text=first)


LEVELS = {
    Level.OWN_KERNEL: N_("a hardened container with a kernel of its own, and in it a system-call filter"),
    Level.CONTAINED: N_("a hardened container, and in it a system-call filter"),
    Level.ENCLOSED: N_("system-call filter, Landlock and namespaces"),
    Level.LOCKED: N_("system-call filter and Landlock"),
    Level.FILTERED: N_("only a system-call filter: still no file, no network, no process"),
    Level.TRUSTED: N_("none: the file runs as it is"),
}
