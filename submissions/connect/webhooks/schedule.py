"""When a message is tried again: ten times in about a day, the pauses growing, each a little random."""

import random
from datetime import timedelta

LONGEST_REST = timedelta(hours=1)
"""Of a whole webhook, after failures in a row or because it asked for that."""

_PAUSES = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=4),
    timedelta(hours=6),
    timedelta(hours=10),
)
_JITTER = 0.2
_FIRST_REST = timedelta(seconds=1)
_LONGEST_FAILING = timedelta(minutes=5)
_DOUBLINGS = 9


def pause(attempts: int) -> timedelta | None:
    """How long to wait after so many attempts, at least one; None: it is given up."""
    if attempts > len(_PAUSES):
        return None
    return _PAUSES[attempts - 1] * random.uniform(1 - _JITTER, 1 + _JITTER)


def rest(failures: int, asked: timedelta | None) -> timedelta:
    """How long a webhook is left alone after so many failures in a row; `asked` for by its answer."""
    doubled: int = 2 ** min(failures - 1, _DOUBLINGS)
    growing = min(_FIRST_REST * doubled, _LONGEST_FAILING)
    return min(max(growing, asked or growing), LONGEST_REST)
