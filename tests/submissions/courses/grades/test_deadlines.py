"""Deadlines and lateness, as laws that hold for all dates."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.errors import Closed, NotOpenYet
from submissions.tables import Assignment, Extension
from tests.world.school import MONDAY

_SPAN = timedelta(days=400)
moments = st.timedeltas(-_SPAN, _SPAN).map(lambda since: MONDAY + since)
maybe = st.none() | moments
points = st.decimals(0, 1000, places=4)
percents = st.decimals(0, 100, places=2)


@st.composite
def assignments(draw: st.DrawFn) -> Assignment:
    """One whose dates are in order, as a draft's have to be."""
    opens, due = draw(maybe), draw(maybe)
    if opens and due and due <= opens:
        opens = None
    closes = draw(maybe) if due else None
    if closes and due and closes < due:
        closes = None
    return Assignment(
        opens_at=opens, due_at=due, closes_at=closes,
        late_percent_per_day=draw(percents), late_most_percent=draw(percents),
    )  # fmt: skip


@st.composite
def extensions(draw: st.DrawFn) -> Extension | None:
    """One, or none."""
    return draw(st.none() | st.builds(Extension, due_at=maybe, closes_at=maybe))


@given(assignments(), extensions(), moments)
def test_an_extension_never_takes_anything_away(
    assignment: Assignment, extension: Extension | None, at: datetime
) -> None:
    without, with_it = Deadlines.of(assignment), Deadlines.of(assignment, extension)

    assert _is_open(with_it, at) or not _is_open(without, at)
    assert with_it.days_late(at) <= without.days_late(at)


@given(assignments(), extensions(), moments)
def test_whatever_is_on_time_is_taken_once_it_is_open(
    assignment: Assignment, extension: Extension | None, at: datetime
) -> None:
    deadlines = Deadlines.of(assignment, extension)
    opened = deadlines.opens_at is None or at >= deadlines.opens_at

    assert _is_open(deadlines, at) or not opened or deadlines.due_at is None or at > deadlines.due_at


@given(assignments(), points, moments, st.timedeltas(timedelta(0), _SPAN))
def test_lateness_takes_no_more_than_was_said_and_more_with_time(
    assignment: Assignment, earned: Decimal, at: datetime, later: timedelta
) -> None:
    deadlines = Deadlines.of(assignment)
    sooner = after_lateness(earned, assignment, deadlines, at)
    after = after_lateness(earned, assignment, deadlines, at + later)

    assert 0 <= after <= sooner <= earned
    assert after >= earned * (100 - assignment.late_most_percent) / 100 - Decimal("0.0001")


@given(assignments(), points, moments)
def test_on_time_costs_nothing(assignment: Assignment, earned: Decimal, at: datetime) -> None:
    deadlines = Deadlines.of(assignment)

    assert deadlines.days_late(at) or after_lateness(earned, assignment, deadlines, at) == earned


@pytest.mark.parametrize(
    ("late", "days"),
    [
        (timedelta(0), 0),
        (timedelta(microseconds=1), 1),
        (timedelta(days=1), 1),
        (timedelta(days=1, seconds=1), 2),
        (timedelta(days=-5), 0),
    ],
)
def test_a_day_is_late_from_its_first_moment(late: timedelta, days: int) -> None:
    assert Deadlines(None, MONDAY, None).days_late(MONDAY + late) == days


def test_the_last_moment_is_still_in_time() -> None:
    deadlines = Deadlines(MONDAY, MONDAY, MONDAY)

    assert _is_open(deadlines, MONDAY)
    assert not _is_open(deadlines, MONDAY + timedelta(microseconds=1))
    assert not _is_open(deadlines, MONDAY - timedelta(microseconds=1))


def test_ten_percent_a_day_up_to_half() -> None:
    assignment = Assignment(due_at=MONDAY, late_percent_per_day=Decimal(10), late_most_percent=Decimal(50))
    deadlines = Deadlines.of(assignment)
    left = [
        after_lateness(Decimal(80), assignment, deadlines, MONDAY + timedelta(days=days))
        for days in (0, 1, 3, 5, 100)
    ]

    assert left == [80, 72, 56, 40, 40]


def _is_open(deadlines: Deadlines, at: datetime) -> bool:
    try:
        deadlines.require_open(at)
    except (NotOpenYet, Closed):
        return False
    return True


def test_a_penalty_in_steps_grows_with_each_step_that_begins() -> None:
    assignment = Assignment(
        due_at=MONDAY, late_percent_per_day=Decimal(10), late_most_percent=Decimal(50), late_step_hours=6
    )
    deadlines = Deadlines.of(assignment)
    hours = {1: 90, 6: 90, 7: 80, 25: 50, 100: 50}

    assert {
        after: after_lateness(Decimal(100), assignment, deadlines, MONDAY + timedelta(hours=after))
        for after in hours
    } == hours


def test_late_work_is_taken_for_some_days_or_until_it_closes() -> None:
    days = {"due_at": MONDAY, "late_accepted_days": 3}
    closes = MONDAY + timedelta(days=2)

    assert Deadlines.of(Assignment(**days)).closes_at == MONDAY + timedelta(days=3)
    assert Deadlines.of(Assignment(**days, closes_at=closes)).closes_at == closes
