"""Forks without what modules of Python do in every copy, which takes longer than the fork.

`threading` and `logging` make their locks anew, as if another thread could hold them: a zygote has none.
`random` draws a new seed, which a child does itself.
"""

import os


def from_now_on() -> None:
    """Nothing that is imported later is called at a fork. So this comes before all other imports."""
    os.register_at_fork = _for_nobody


def _for_nobody(**_: object) -> None:
    """Take a function that a module wants called at forks, and call it never."""
