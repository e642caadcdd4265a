"""The simulated evening of a deadline, and the page of what follows from it."""

import json
from collections import Counter
from statistics import mean

import pytest

from bench._capacity_measure import MEASURED
from bench._evening import Arrival, ServiceTimes, evening, percentile, simulate
from bench._service_times import SHARES, content, kinds
from bench.capacity import PAGE, TABLES, Capacity, with_tables

SLOW = frozenset({"evening", "fairness"})
"""The tables that a minute of simulation makes."""
ONE_SECOND = ServiceTimes({"any": [1.0]})


def arriving(*whose: int, at: float = 0.0) -> list[Arrival]:
    """Return a file of each of these students, all at once."""
    return [Arrival(at, student, 0, "any") for student in whose]


@pytest.mark.parametrize(("workers", "last"), [(1, 6.0), (2, 3.0), (6, 1.0), (9, 1.0)])
def test_files_that_come_at_once_are_shared_by_the_workers(workers: int, last: float) -> None:
    served = simulate(arriving(*range(6)), ONE_SECOND, workers=workers)

    assert max(each.waited for each in served) == last
    assert len(served) == 6


def test_what_a_worker_does_between_two_files_delays_the_next() -> None:
    served = simulate(arriving(1, 2), ServiceTimes({"any": [1.0]}, between=0.5), workers=1)

    assert [each.waited for each in served] == [1.0, 2.5]


def test_the_first_file_of_each_goes_before_anybody_s_second() -> None:
    files = arriving(1, 1, 1, 2, 3)

    fair, unfair = (
        [each.arrival.student for each in simulate(files, ONE_SECOND, workers=1, is_fair=is_fair)]
        for is_fair in (True, False)
    )

    assert fair == [1, 2, 3, 1, 1]
    assert unfair == [1, 1, 1, 2, 3]


def test_a_tenth_of_the_students_on_a_tenth_of_the_workers_waits_as_long() -> None:
    service = ServiceTimes({kind: [0.2] for kind in SHARES})
    waits = []
    for scale in (1, 10):
        files = evening(20_000 // scale, SHARES, attempts=4, before=3600.0, courses=1)
        served = simulate(files, service, workers=40 // scale)
        waits.append(mean(each.waited for each in served))

    assert waits[0] == pytest.approx(waits[1], rel=0.1)


def test_most_files_of_an_evening_come_late() -> None:
    files = evening(2_000, SHARES, attempts=4, before=3600.0, courses=7)
    halves = Counter(file.at > 1800 for file in files)

    assert [file.at for file in files] == sorted(file.at for file in files)
    assert halves[True] / halves[False] == pytest.approx(1.65, rel=0.1)  # e to the power of one half
    assert {file.course for file in files} == set(range(7))


def test_a_percentile_is_a_wait_that_was_seen() -> None:
    waits = [float(number) for number in range(100, 0, -1)]

    assert [percentile(waits, share) for share in (0.5, 0.95, 0.99, 1)] == [50, 95, 99, 100]


def test_files_of_a_burst_are_of_every_kind_and_all_different() -> None:
    wanted = kinds(100)

    assert Counter(wanted) == {kind: round(100 * share) for kind, share in SHARES.items()}
    assert len({content(kind, number) for number, kind in enumerate(wanted)}) == 100


def test_the_page_has_what_was_measured() -> None:
    capacity = Capacity(json.loads(MEASURED.read_text("utf-8")), 0.04)
    quick = {name: "\n".join(getattr(capacity, name)()) for name in TABLES if name not in SLOW}
    page = PAGE.read_text("utf-8")

    assert with_tables(page, quick) == page


def test_the_burst_was_predicted_within_a_fifth() -> None:
    rows = json.loads(MEASURED.read_text("utf-8"))["burst"]["rows"]

    apart = {name: predicted / found for name, predicted, found in rows}
    assert {name: ratio for name, ratio in apart.items() if not 0.8 <= ratio <= 1.2} == {}
