"""Which variants of the known faults cost points in which suites, as it was measured last.

Every variant is the reference with an edit. `bench.fault_matrix` grades each on every suite and writes the
result, because measuring takes minutes; a test says when it no longer fits the faults and suites.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grader.records import Record, from_json

FILE = Path(__file__).with_name("fault_matrix.json")

SEEN, UNSEEN = "#", "."


class Variant(NamedTuple):
    """One way to make a mistake in the reference."""

    fault: str
    """The slug of the fault."""
    name: str
    """The name that the fault's `examples` give it."""


class MatrixRow(Record):
    """One variant, and the suites that see it."""

    source: str
    """A digest of the edited source text."""
    seen: str
    """A sign for each suite, in the order of the matrix: whether it takes points off."""


class FaultMatrix(Record):
    """Variants by suites."""

    format: int
    suites: dict[str, str]
    """The digest by slug of all that a suite asks."""
    faults: dict[str, dict[str, MatrixRow]]

    def rows(self) -> Iterator[tuple[Variant, frozenset[str]]]:
        """Yield each variant with the slugs of the suites that see it."""
        for fault, variants in self.faults.items():
            for name, row in variants.items():
                marks = zip(self.suites, row.seen, strict=True)
                yield Variant(fault, name), frozenset(slug for slug, mark in marks if mark == SEEN)


@cache
def committed() -> FaultMatrix:
    """The matrix as it was measured last.

    Raises `OSError` or `UnreadableRecord` if the file is not there or cannot be read.
    """
    return from_json(FaultMatrix, FILE.read_bytes())
