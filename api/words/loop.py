"""A loop that does not end: which, where, and what shows it."""

from api.i18n import N_, gettext as _
from api.words.place import place
from grader.sandbox.replies import Loop

_LOOPS = {
    "while": N_("The `while` loop on {place}"),
    "for": N_("The `for` loop on {place}"),
    "comprehension": N_("The comprehension on {place}"),
}
_SENTENCES = {
    "same": N_("{loop} never ends: `{name}` never changes."),
    "kept": N_("{loop} never ends: `{name}` never gets shorter."),
    "grows": N_("{loop} never ends: `{name}` only gets longer."),
    "refilled": N_("{loop} never ends: `{name}` is filled as fast as it is emptied."),
    "away": N_("{loop} never ends: `{name}` moves away from the value that would end the loop."),
    "cycles": N_(
        "{loop} never ends: after some iterations, everything in its condition is exactly as it was before."
    ),
    "no-exit": N_("{loop} never ends: it has no `break` and no `return`."),
}
_REPEATS = N_("{loop} never ends: after some iterations, everything it can see is exactly as it was before.")


def loop(endless: Loop) -> str:
    """The loop, and why it does not end."""
    which = _(_LOOPS[endless.kind], place=place(endless))
    return _(_SENTENCES.get(endless.how or "", _REPEATS), loop=which, name=endless.name)
