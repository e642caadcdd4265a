"""How a process that runs for long looks for garbage: seldom, and not in what it has loaded."""

import gc

_YOUNG = 20_000
"""Objects made and not given back before the youngest are looked at: about those of one large page."""


def look_seldom() -> None:
    """What is there by now stays as long as the process does, so no look goes through it any more.

    Going through it took up to a third of a second, in the middle of somebody's page or grading.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
