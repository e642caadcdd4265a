"""Descriptors: a process that has used up all it may have can neither answer nor open its database.

Each connection takes one, and streams of events hold theirs for minutes. So as many are asked for as can be
had, and streams leave half of them to everybody else.
"""

import resource

_ENOUGH = 65536
"""More are of no use, and some programs look at each that there might be."""
_SHARE_OF_STREAMS = 2


def raise_limit() -> None:
    """Have as many as the system gives without asking anybody."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def streams(most: int) -> int:
    """How many streams this process serves at a time."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else min(most, soft // _SHARE_OF_STREAMS)
