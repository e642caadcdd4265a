"""Long lists of ids, in parts that fit into one query."""

from collections.abc import Iterable, Iterator
from itertools import islice
from uuid import UUID

AT_A_TIME = 500


def batches(ids: Iterable[UUID], size: int = AT_A_TIME) -> Iterator[list[UUID]]:
    """Yield the ids in their order, in batches of `size`."""
    rest = iter(ids)
    while some := list(islice(rest, size)):
        yield some
