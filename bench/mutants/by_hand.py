"""Files of a person who slipped several times: the slips of a class in the `slips.toml` of its volume."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from bench.mutants.label import Mutant, Mutation, mutant
from bench.mutants.references import STRANGERS, UNFAMILIAR, Reference
from bench.mutants.text import Text, TextEdit

_TABLE = "slips.toml"
_KIND = "by_hand"


@cache
def by_hand(reference: Reference) -> tuple[Mutation, ...]:
    """The slips of a class that a person made up.

    Raises `ValueError` where a slip does not fit the class.
    """
    return tuple(
        _slip(reference, slip, number) for number, slip in enumerate(_table().get(reference.name, []))
    )


def several(reference: Reference) -> Iterator[Mutant]:
    """The file with all of them, if there are any."""
    if slips := by_hand(reference):
        yield mutant(reference.name, reference.shape.text, *slips)


def is_by_hand(mutant: Mutant) -> bool:
    """Whether a person made up its slips."""
    return f".{_KIND}_" in mutant.key


@cache
def _table() -> dict[str, list[dict[str, Any]]]:
    tables = ((volume / _TABLE).read_text(encoding="utf-8") for volume in (UNFAMILIAR, STRANGERS))
    return {name: slips for table in tables for name, slips in tomllib.loads(table).items()}


def _slip(reference: Reference, slip: dict[str, Any], number: int) -> Mutation:
    text = reference.shape.text
    edits = tuple(edit for old, new in slip["edits"] for edit in _edits(text, old, new, reference.name))
    return Mutation(
        slip["fault"],
        edits,
        spots=tuple(edit.start for edit in edits),
        operation=slip.get("operation"),
        kind=f"{_KIND}_{number}",
        accepts=slip.get("accepts", ()),
    )


def _edits(text: Text, old: str, new: str, name: str) -> Iterator[TextEdit]:
    """The edit that replaces a piece of text, without what both have at their ends.

    Raises `ValueError` if the piece is not there once.
    """
    if (times := text.source.count(old)) != 1:
        raise ValueError(f"{_TABLE}: {name}: {old!r} is there {times} times")
    same = _common(old, new)
    tail = _common(old[same:][::-1], new[same:][::-1])
    start = text.source.index(old)
    yield TextEdit(start + same, start + len(old) - tail, new[same : len(new) - tail])


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
