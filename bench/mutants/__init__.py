"""Labelled mutants: right classes with one fault or two, each with its name and place.

A reference is read once (`reading`), each family of faults makes its slips in it (`operators`), and a
slip is a few edits of the text. The label says which fault it is, in which operation, on which line.
"""

from collections import Counter

from bench.mutants.by_hand import is_by_hand, several
from bench.mutants.generating import chosen, every, of_keys, pairs
from bench.mutants.label import Label, Mutant
from bench.mutants.references import Reference, reference, references, strangers, unfamiliar

__all__ = [
    "Label",
    "Mutant",
    "Reference",
    "chosen",
    "every",
    "find",
    "is_by_hand",
    "main",
    "of_keys",
    "pairs",
    "reference",
    "references",
    "several",
    "strangers",
    "unfamiliar",
]


def find(identity: str) -> Mutant:
    """The mutant of that id.

    Raises `KeyError` if there is none.
    """
    name, _, key = identity.partition(":")
    return of_keys(reference(name), key.split("+"))


def main() -> None:
    """Print how many there are of each fault: chosen from developing and held-out references, of all."""
    counts: dict[str, Counter[bool]] = {}
    total: Counter[str] = Counter()
    for right in references():
        total.update(mutant.labels[0].fault for mutant in every(right))
        for mutant in chosen(right):
            counts.setdefault(mutant.labels[0].fault, Counter())[right.held_out] += 1
    held_out = sum(right.held_out for right in references())
    paired = sum(len(pairs(right)) for right in references())
    print(f"  {len(references())} references, {held_out} held out; {paired} pairs")
    for fault, count in sorted(counts.items()):
        print(f"  {count[False]:5} {count[True]:5} {total[fault]:6}  {fault}")
    columns = [sum(count[held] for count in counts.values()) for held in (False, True)]
    print(f"  {columns[0]:5} {columns[1]:5} {total.total():6}  in all")
