"""How points are spread over a class: in percent of the assignment's points, late penalties included."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from grader.records import Frozen

_STEP, _ALL = 10, 100


@dataclass(frozen=True, slots=True)
class PointsBucket:
    """How many attempts have a percentage of the points in this range, after late penalties."""

    from_percent: int
    to_percent: int
    """The end, which is not included; the last bucket is 100 percent and more, which bonus suites give."""
    attempts: int


class PointSummary(Frozen):
    """Mean and median in percent; None where nothing is graded."""

    percents: Mapping[Decimal, int]
    """The number of attempts by percent: few different percents, however large the class."""
    attempts: int
    mean: float | None
    median: float | None

    @property
    def buckets(self) -> list[PointsBucket]:
        """Return steps of ten percent, with an own step for those who have everything."""
        starts = range(0, _ALL + 1, _STEP)
        found = Counter(dict.fromkeys(starts, 0))
        for percent, count in self.percents.items():
            found[min(int(percent) // _STEP * _STEP, _ALL)] += count  # bonus suites come on top of all points
        return [PointsBucket(start, min(start + _STEP, _ALL), found[start]) for start in starts]


def summary(counted: Mapping[Decimal, int]) -> PointSummary:
    """Return the summary of attempts, which are counted by their percent."""
    number = sum(counted.values())
    if not number:
        return PointSummary({}, 0, None, None)
    mean = sum((percent * count for percent, count in counted.items()), Decimal(0)) / number
    middle = [_at(counted, place) for place in ((number - 1) // 2, number // 2)]
    return PointSummary(counted, number, float(mean), float(sum(middle, Decimal(0)) / 2))


def _at(counted: Mapping[Decimal, int], place: int) -> Decimal:
    """The percent at a place, from 0, of the sorted attempts."""
    return next(percent for percent, end in _ends(counted) if place < end)


def _ends(counted: Mapping[Decimal, int]) -> Iterator[tuple[Decimal, int]]:
    end = 0
    for percent in sorted(counted):
        end += counted[percent]
        yield percent, end
