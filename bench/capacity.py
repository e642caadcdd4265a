"""Who waits how long on the evening of a deadline, by simulation of what was measured; and what it costs.

    python -m bench capacity                           # the tables, of what was measured last
    python -m bench capacity --measure --files=2000    # measures first, with a real burst
    python -m bench capacity --core-hour=0.04 --write  # writes them into docs/capacity.md

The times of a burst are those of every tenth of its files: so what else the machine does is in both.
Bar: the burst ends within 20 % of what the simulation predicts.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import Any

from bench._capacity_measure import MEASURED, mean_of, measure
from bench._evening import Arrival, ServiceTimes, evening, peak, percentile, simulate
from bench._service_times import SHARES

PAGE = Path(__file__).parent.parent / "docs" / "capacity.md"

CLASSES = {600: 1, 30_000: 50, 1_000_000: 1_700}
"""Students, and the courses that they are in."""
ATTEMPTS, BEFORE = 4, 3600.0
"""Submissions of a student on the evening, and how many seconds before the deadline they come on average."""
_LARGEST = 100_000
"""Students that are simulated. Of more, a tenth, on a tenth of the workers: so a million take a minute."""
_TENTH = 10
_LOADS = (0.5, 0.75, 1.0, 1.25)
"""Workers, as a share of those that are busy at the deadline."""
_MILLION, _HOUR, _MINUTE = 1_000_000, 3600, 60
_SHARED = 30_000
"""Students who share too few workers with some that are busy."""
_BUSY_STUDENTS, _BUSY_FILES, _BUSY_MINUTES = 100, 20, 10
_BAR = 0.2


def main(options: Sequence[str] = ()) -> None:
    """Print the tables; measure first, or write the page, if asked."""
    parser = argparse.ArgumentParser("python -m bench capacity", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="measure anew, with a real burst")
    parser.add_argument("--files", type=int, default=2000, help="files of the burst")
    parser.add_argument("--core-hour", type=float, default=0.04, help="the price of one, in any currency")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/capacity.md")
    asked = parser.parse_args(options)
    if asked.measure:
        MEASURED.write_text(json.dumps(measure(asked.files), indent=1) + "\n", encoding="utf-8")
    capacity = Capacity(json.loads(MEASURED.read_text(encoding="utf-8")), asked.core_hour)
    tables = {name: "\n".join(getattr(capacity, name)()) for name in TABLES}
    for table in tables.values():
        print(table, end="\n\n")
    if asked.write:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")


def with_tables(page: str, tables: dict[str, str]) -> str:
    """Return the page with these tables, each where a comment names it."""
    for name, table in tables.items():
        before, begins, rest = page.partition(f"<!-- capacity: {name} -->\n")
        _, ends, behind = rest.partition("<!-- / -->")
        page = f"{before}{begins}{table}\n{ends}{behind}"
    return page


@dataclass(frozen=True)
class Capacity:
    """The tables that follow from what was measured."""

    measured: dict[str, Any]
    core_hour: float

    @cached_property
    def service(self) -> ServiceTimes:
        """The times of a worker that has a core of its own."""
        return ServiceTimes(self.measured["processor"], self.measured["besides"])

    def check(self) -> Iterator[str]:
        """Yield the burst, predicted and measured side by side."""
        burst = self.measured["burst"]
        yield f"| {burst['files']:,} files, {burst['workers']} workers | predicted | measured | apart |"
        yield "| --- | --- | --- | --- |"
        for name, predicted, found in burst["rows"]:
            yield f"| {name} | {predicted:.1f} s | {found:.1f} s | {predicted / found - 1:+.0%} |"

    def times(self) -> Iterator[str]:
        """Yield what each kind of file takes, and what a million of them cost."""
        yield "| file | share | processor | a million checks |"
        yield "| --- | --- | --- | --- |"
        for kind, share in SHARES.items():
            seconds = mean(self.measured["processor"][kind])
            yield f"| {kind.replace('-', ' ')} | {share:.0%} | {_seconds(seconds)} | {self._price(seconds)} |"
        besides = self.measured["besides"]
        yield f"| besides: taken, stored | 100% | {_seconds(besides)} | {self._price(besides)} |"
        every = besides + mean_of(self.measured["processor"])
        yield f"| **all** | | {_seconds(every)} | {self._price(every)} |"

    def evening(self) -> Iterator[str]:
        """Yield who waits how long, by the number of workers."""
        yield "| students | at the deadline | workers | half wait | 95% | 99% | the last one |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        for students, courses in CLASSES.items():
            scale = _TENTH if students > _LARGEST else 1
            arrivals = evening(
                students // scale, SHARES, attempts=ATTEMPTS, before=BEFORE, courses=courses // scale or 1
            )
            for workers in self._workers(students, scale):
                waits = [each.waited for each in simulate(arrivals, self.service, workers=workers)]
                yield (
                    f"| {students:,} | {self._peak(students):,.1f} files a second | {workers * scale:,} | "
                    + " | ".join(_seconds(percentile(waits, share)) for share in (0.5, 0.95, 0.99, 1))
                    + " |"
                )

    def fairness(self) -> Iterator[str]:
        """Yield what the queue's order is good for, where some submit by a script."""
        yield "| 95% wait at most | in the order of arrival | the first of each before anybody's second |"
        yield "| --- | --- | --- |"
        rows = [self._fairness(is_fair=is_fair) for is_fair in (False, True)]
        names = ("everybody else", f"{_BUSY_STUDENTS} who submit {_BUSY_FILES} files each")
        for name, unfair, fair in zip(names, *rows, strict=True):
            yield f"| {name} | {_seconds(unfair)} | {_seconds(fair)} |"

    def machine(self) -> Iterator[str]:
        """Yield the sentence on the machine of the burst."""
        one, other = self.measured["load"]
        yield (
            f"Measured on {self.measured['on']} on {self.measured['cores']} cores "
            f"({self.measured['machine']}) that others used as well: a load of {one:.0f} before, {other:.0f} "
            f"after. One web process accepted {self.measured['intake']:.0f} files a second."
        )

    def queue(self) -> Iterator[str]:
        """Yield what the queue costs the database."""
        yield "| files that wait in one course | to submit one more | to take one |"
        yield "| --- | --- | --- |"
        for waiting, (looks, takes) in self.measured["queue"].items():
            yield f"| {int(waiting):,} | {looks:.1f} ms | {takes:.1f} ms |"

    def _fairness(self, *, is_fair: bool) -> tuple[float, float]:
        """Return what everybody else waits for, and those who are busy: too few workers."""
        courses = CLASSES[_SHARED]
        arrivals = evening(_SHARED, SHARES, attempts=ATTEMPTS, before=BEFORE, courses=courses)
        first = _HOUR - _MINUTE * _BUSY_MINUTES
        busy = [
            Arrival(first + number, _SHARED + student, student % courses, "failing")
            for student in range(_BUSY_STUDENTS)
            for number in range(_BUSY_FILES)
        ]
        workers = self._workers(_SHARED, 1)[2]
        served = simulate(
            sorted([*arrivals, *busy], key=lambda arrival: arrival.at),
            self.service,
            workers=workers,
            is_fair=is_fair,
        )
        late = [each for each in served if each.arrival.at >= first]
        theirs = [each.waited for each in late if each.arrival.student >= _SHARED]
        others = [each.waited for each in late if each.arrival.student < _SHARED]
        return percentile(others, 0.95), percentile(theirs, 0.95)

    def _peak(self, students: int) -> float:
        return peak(students, attempts=ATTEMPTS, before=BEFORE)

    def _workers(self, students: int, scale: int) -> list[int]:
        busy = self._peak(students) * self.service.mean(SHARES) / scale
        return sorted({max(1, round(load * busy)) for load in _LOADS})

    def _price(self, seconds: float) -> str:
        return f"{seconds * _MILLION / _HOUR * self.core_hour:,.2f}"


TABLES = ("times", "evening", "fairness", "check", "machine", "queue")


def _seconds(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1e3:.0f} ms"
    return f"{seconds:.1f} s" if seconds < _MINUTE else f"{seconds / _MINUTE:.0f} min"
