"""Every mutant of a reference, a choice among them, and pairs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import combinations

from bench.mutants.by_hand import by_hand
from bench.mutants.label import Mutant, Mutation, mutant
from bench.mutants.operators import load
from bench.mutants.references import Reference
from bench.mutants.text import edited

_MOST_OF_A_FAULT = 2
"""How many mutants of one fault are chosen of one reference."""

_PAIRS = 12
"""How many pairs are chosen of one reference."""

_WHOLE = frozenset(
    {
        "forward_mode",
        "hard_coded_answers",
        "missing_method",
        "name_not_defined",
        "numerical_differentiation",
        "output_left_out",
        "reflected_missing",
        "traversal_missing",
        "wrong_name",
    }
)
"""Faults beside which no other can be seen, and those that the grade tells by itself."""


@cache
def slips(reference: Reference) -> tuple[Mutation, ...]:
    """Every slip of a reference that gives another source; those with the same source are one."""
    shape = reference.shape
    by_source: dict[str, list[Mutation]] = defaultdict(list)
    for operator in load():
        for slip in operator(shape):
            by_source[edited(reference.text, slip.edits)].append(slip)
    by_source.pop(reference.text, None)
    return tuple(_numbered(_merged(found) for source, found in by_source.items() if _is_python(source)))


def _is_python(source: str) -> bool:
    """Whether it can be read: what no parser reads has another fault than its label."""
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _merged(found: list[Mutation]) -> Mutation:
    """The first, with the names of all: the code is the same, so each of them is right."""
    accepts = frozenset().union(*({slip.fault, *slip.accepts} for slip in found))
    return replace(found[0], accepts=accepts)


def _numbered(found: Iterable[Mutation]) -> Iterator[Mutation]:
    """Slips with the same key are told apart by a number."""
    known: dict[str, int] = defaultdict(int)
    for slip in found:
        known[slip.key] += 1
        number = known[slip.key]
        yield slip if number == 1 else replace(slip, kind=f"{slip.kind}_{number}".lstrip("_"))


def every(reference: Reference) -> tuple[Mutant, ...]:
    """Every mutant with one fault."""
    return tuple(mutant(reference.name, reference.shape.text, slip) for slip in slips(reference))


def of_keys(reference: Reference, keys: Iterable[str]) -> Mutant:
    """The mutant with these slips.

    Raises `KeyError` if a key is of none.
    """
    by_key = {slip.key: slip for slip in (*slips(reference), *by_hand(reference))}
    return mutant(reference.name, reference.shape.text, *(by_key[key] for key in keys))


def chosen(reference: Reference) -> tuple[Mutant, ...]:
    """Some of each fault, the same ones each time, of as many operations as there are."""
    by_fault: dict[str, list[Mutation]] = defaultdict(list)
    for slip in sorted(slips(reference), key=lambda slip: _draw(reference, slip.key)):
        by_fault[slip.fault].append(slip)
    found = [slip for group in by_fault.values() for slip in _spread(group)[:_MOST_OF_A_FAULT]]
    return tuple(mutant(reference.name, reference.shape.text, slip) for slip in found)


def _spread(group: list[Mutation]) -> list[Mutation]:
    """Those of other operations and kinds first."""
    first = list({slip.operation: slip for slip in reversed(group)}.values())[::-1]
    return first + [slip for slip in group if slip not in first]


def pairs(reference: Reference) -> tuple[Mutant, ...]:
    """Some mutants with two faults, in different operations or of different kinds."""
    drawn: dict[str, list[Mutation]] = defaultdict(list)
    for slip in sorted(slips(reference), key=lambda slip: _draw(reference, "pair", slip.key)):
        if slip.fault not in _WHOLE:
            drawn[slip.fault].append(slip)
    group = [slip for found in drawn.values() for slip in _spread(found)[:_MOST_OF_A_FAULT]]
    lines = {id(slip): _lines(reference, slip) for slip in group}
    fitting = [
        (one, other)
        for one, other in combinations(group, 2)
        if _can_be_told(one, other) and lines[id(one)].isdisjoint(lines[id(other)])
    ]
    fitting.sort(key=lambda pair: _draw(reference, pair[0].key, pair[1].key))
    return tuple(mutant(reference.name, reference.shape.text, *pair) for pair in fitting[:_PAIRS])


def _can_be_told(one: Mutation, other: Mutation) -> bool:
    """Whether one is not called as the other is, and they are not in the same operation."""
    names = [{slip.fault, *slip.accepts} for slip in (one, other)]
    return names[0].isdisjoint(names[1]) and one.operation != other.operation


def _lines(reference: Reference, slip: Mutation) -> set[int]:
    """The lines of the reference that are edited."""
    line = reference.shape.text.line
    return {index for edit in slip.edits for index in range(line(edit.start), line(edit.end) + 1)}


def _draw(reference: Reference, *words: str) -> bytes:
    """A place in an order that does not change from run to run."""
    return sha256(":".join((reference.name, *words)).encode()).digest()
