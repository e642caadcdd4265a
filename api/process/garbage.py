"""How a process that runs for long looks for garbage: seldom, and not in what it has loaded."""

import gc

_YOUNG = 20_000
"""Objects made and not given back before the youngest are looked at: about those of one large page."""


def look_seldom() -> None:
    """Exclude what is there by now from collection: it stays as long as the process does.

    Going through it took up to a third of a second, in the middle of somebody's page or grading.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
