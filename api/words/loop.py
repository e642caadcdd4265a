"""A loop that does not end: which, where, and what shows it."""

from api.words.place import place
from grader.sandbox.base import Loop

_KINDS = {"while": "`while` loop", "for": "`for` loop", "comprehension": "comprehension"}
_WHY = {
    "same": "`{name}` never changes",
    "kept": "`{name}` never gets shorter",
    "grows": "`{name}` only gets longer",
    "refilled": "`{name}` is filled as fast as it is emptied",
    "away": "`{name}` moves away from the value that would end the loop",
    "cycles": "after some rounds all that its condition depends on is exactly as it was before",
    "no-exit": "it has no `break` and no `return`",
}
REPEATS = "after some rounds everything the loop can see is exactly as it was before"


def loop(told: Loop) -> str:
    """The loop, and why it does not end."""
    which = f"the {_KINDS[told.kind]} in {place(told)} never ends"
    why = _WHY.get(told.how or "")
    return f"{which}: {why.format(name=told.name)}" if why else f"{which}: {REPEATS}"
