"""What a choice of suites sees of the known faults, what it does not, and which suites would see more."""

from collections.abc import Collection, Mapping
from functools import cache

import suites
from grader.fault_matrix import Variant, committed
from grader.predict import place
from grader.records import Frozen
from suites import OPERATIONS, Drive, Stage, Suite

_ALWAYS = frozenset({"+", "*"})
_ZERO_GRAD, _BACKWARD = "zero_grad", "backward"


class SuiteAddition(Frozen):
    """A suite that sees what the choice does not."""

    suite: str
    sees: tuple[Variant, ...]
    """The variants that it sees, and neither the choice nor an addition before this one does."""


class Coverage(Frozen):
    """The variants of faults, by what a choice of suites makes of them."""

    seen: tuple[Variant, ...]
    unseen: tuple[Variant, ...]
    outside: tuple[Variant, ...]
    """The variants in parts of the class that no chosen suite asks for, such as an operation."""
    accepted: tuple[Variant, ...]
    """The variants that cost points in no suite there is."""
    additions: tuple[SuiteAddition, ...]
    """Suites to add, the one that sees most first. They ask for no further part of the class."""


def coverage(chosen: Collection[str]) -> Coverage:
    """Return what suites see together, by their slugs; unknown slugs see nothing."""
    asked = _parts(chosen)
    seen, unseen, outside, accepted = [], [], [], []
    for variant, by in _rows().items():
        if not by:
            accepted.append(variant)
        elif by & set(chosen):
            seen.append(variant)
        elif _place(variant) in asked:
            unseen.append(variant)
        else:
            outside.append(variant)
    return Coverage(
        seen=tuple(seen),
        unseen=tuple(unseen),
        outside=tuple(outside),
        accepted=tuple(accepted),
        additions=_additions(unseen, chosen, asked),
    )


def _additions(
    unseen: Collection[Variant], chosen: Collection[str], asked: Collection[str]
) -> tuple[SuiteAddition, ...]:
    """The greedy set cover: each time the suite that sees most of the rest, the smallest of those first."""
    known = suites.load()
    candidates = [slug for slug in known if slug not in chosen and _parts([slug]) <= set(asked)]
    rest, found = list(unseen), []
    while rest and candidates:
        best = max(candidates, key=lambda slug: _worth(known[slug], rest))
        sees = tuple(variant for variant in rest if best in _rows()[variant])
        if not sees:
            break
        found.append(SuiteAddition(best, sees))
        candidates.remove(best)
        rest = [variant for variant in rest if variant not in sees]
    return tuple(found)


def _worth(suite: Suite, rest: Collection[Variant]) -> tuple[int, bool, int]:
    """The most first; of equals no stress, which takes long, then few graphs."""
    sees = sum(suite.slug in _rows()[variant] for variant in rest)
    return sees, suite.stage is not Stage.STRESS, -len(suite.graphs)


@cache
def _rows() -> Mapping[Variant, frozenset[str]]:
    return dict(committed().rows())


def _place(variant: Variant) -> str:
    """The part of the class that a variant is in; `+` where it is in all of them."""
    part = place(variant.name)
    return part if part in {*OPERATIONS, _ZERO_GRAD, _BACKWARD} else "+"


def _parts(chosen: Collection[str]) -> frozenset[str]:
    """The parts of the class that suites ask for: operations, `backward` and `zero_grad`."""
    known = suites.load()
    return _ALWAYS.union(*(_parts_of(known[slug]) for slug in chosen if slug in known))


@cache
def _parts_of(suite: Suite) -> frozenset[str]:
    """Return what a suite is about; its graphs' other operations are avoided where a class lacks them."""
    parts = set(suite.about) & {*OPERATIONS, _ZERO_GRAD}
    return frozenset(parts if suite.drive is Drive.BY_HAND else parts | {_BACKWARD})
