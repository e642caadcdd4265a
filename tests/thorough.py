"""Whether this run takes its time: `make full` looks at everything, other runs at enough to work by.

Nothing is left out for good. What is drawn is another part in each run; the seed that its head names decides
which, and who gives it again with `--randomly-seed` sees the same. Who asks for tests by name gets them.
"""

import os
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest

T = TypeVar("T")

THOROUGH = os.environ.get("BACKGRADE_THOROUGH") == "1"

at_length = pytest.mark.sampled(one_in=12, of="what takes long")
"""For what takes many seconds and stands alone: a whole service, a kill, a search to the end."""

_seed, _named = 0, False
_DATABASES = ("database_url", "kept_database")
"""Fixtures that are parametrised by the kind of database."""
_FEW = 4
"""A family of at most so many parts is one of few."""
_ON_BOTH = ("tests/submissions/storage/", "tests/submissions/jobs/", "tests/submissions/grading/work/")
"""Folders whose tests run on both databases in every run: transactions, locks, claims."""


def draw_by(seed: int, *, named: bool) -> None:
    """Let the seed of the run decide: all its processes have to collect the same tests."""
    global _seed, _named
    _seed, _named = seed, named


def drawn_cases(of: pytest.Function, cases: Sequence[T], name: Callable[[T], str]) -> Sequence[T]:
    """The cases of a test marked `sampled` that this run draws: all in a thorough run.

    The others are not even made: to make one takes a millisecond in each process of a run. For each database
    they are drawn apart, since a file of tests is asked on one of them alone.
    """
    mark = of.get_closest_marker("sampled")
    if not mark or "of" in mark.kwargs:
        return cases
    parts: dict[str, list[T]] = defaultdict(list)
    for case in cases:
        parts[_database(getattr(case, "params", {}))].append(case)
    return [case for part in parts.values() for case in by_turns(part, name, one_in=mark.kwargs["one_in"])]


def left_out(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of tests marked as `sampled` of a kind that this run does not draw: none in a thorough run."""
    if THOROUGH or _named:
        return set()
    families: dict[tuple[str, int], list[pytest.Function]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sampled")
        if isinstance(item, pytest.Function) and mark and "of" in mark.kwargs:
            families[mark.kwargs["of"], mark.kwargs["one_in"]].append(item)
    asked = {
        item.nodeid for (_, one_in), family in families.items() for item in turn(family, _case, one_in=one_in)
    }
    return {item.nodeid for family in families.values() for item in family} - asked


def on_the_other_database(items: Sequence[pytest.Item], dialects: Sequence[str]) -> set[str]:
    """The ids of tests that ran on another database: in a short run each file has one of them, by turns."""
    if THOROUGH or _named:
        return set()
    return {
        item.nodeid
        for item in items
        if (dialect := _dialect(item)) and dialect != _of_file(item.nodeid.partition("::")[0], dialects)
    }


def _dialect(item: pytest.Item) -> str:
    """The database that a test has as one of both; none where the database itself is what is tested."""
    if not isinstance(item, pytest.Function) or item.nodeid.startswith(_ON_BOTH):
        return ""
    return _database(item.callspec.params) if hasattr(item, "callspec") else ""


def _database(given: Mapping[str, Any]) -> str:
    return next((str(given[name]) for name in _DATABASES if name in given), "")


def _of_file(path: str, dialects: Sequence[str]) -> str:
    return dialects[(crc32(path.encode()) - _seed) % len(dialects)]


def _case(item: pytest.Function) -> str:
    """The thing that is looked at; without one, the test."""
    return str(item.callspec.id) if hasattr(item, "callspec") else item.nodeid


def by_turns(of: Sequence[T], name: Callable[[T], str], *, one_in: int) -> Sequence[T]:
    """For parameters: all of them in a thorough run; in a short one, the part whose turn it is."""
    return of if THOROUGH or _named else turn(of, name, one_in=one_in)


def turn(of: Sequence[T], name: Callable[[T], str], *, one_in: int) -> Sequence[T]:
    """About one in so many, by their names: what several tests look at, all of them draw. At least one.

    Of few, every run draws as many: by names alone, the turn of five in eight came at once.
    """
    if len(of) <= _FEW * one_in:
        ordered = sorted(of, key=lambda each: crc32(name(each).encode()))
        return ordered[_seed % max(1, min(one_in, len(of))) :: one_in]
    waits = [(crc32(name(each).encode()) - _seed) % one_in for each in of]
    return [each for each, wait in zip(of, waits, strict=True) if wait == min(waits)]


def drawn(of: Sequence[T], number: int) -> Sequence[T]:
    """Within a test: all of them in a thorough run; in a short one, so many at most."""
    return of if THOROUGH or len(of) <= number else random.sample(of, number)
