"""Whether this run takes its time: `make full` looks at everything, other runs at enough to work by.

Nothing is left out for good. What is drawn is another part in each run; the seed that its head names decides
which, and who gives it again with `--randomly-seed` sees the same.
"""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("BACKGRADE_THOROUGH") == "1"

_seed, _named = 0, False


def draw_by(seed: int, *, named: bool) -> None:
    """Let the seed of the run decide: all its processes have to collect the same tests.

    Who asks for tests by name gets them.
    """
    global _seed, _named
    _seed, _named = seed, named


def some(of: Sequence[T], *, one_in: int) -> Sequence[T]:
    """All of them in a thorough run; in a short one, the same part of them each time."""
    return of if THOROUGH else of[::one_in]


def by_turns(of: Sequence[T], *, one_in: int) -> Sequence[T]:
    """For parameters: all of them in a thorough run; in a short one, one part or another."""
    return of if THOROUGH or _named else of[random.Random(_seed).randrange(one_in) :: one_in]


def drawn(of: Sequence[T], number: int) -> Sequence[T]:
    """Within a test: all of them in a thorough run; in a short one, so many at most."""
    return of if THOROUGH or len(of) <= number else random.sample(of, number)
