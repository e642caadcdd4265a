"""Every figure of a class over REST is what a naive recount of the same class says."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.teaching.figures.counted_people import Counted
from tests import recount, recount_course
from tests.recount import CountedCourse, Filter
from tests.thorough import by_turns
from tests.world import counted_class
from tests.world.application import application
from tests.world.clock import FakeClock
from tests.world.counted_class import DUE, NOW

FILTERS = (
    Filter(),
    Filter(section="Friday", until=DUE),
    Filter(since=DUE - timedelta(hours=4), until=DUE + timedelta(hours=1)),
)
ATTEMPTS = ("counts", "first", "best", "last", "all")
_NEAR = 1e-3
"""Of a percent: points are kept as whole ten-thousandths."""


@pytest.fixture(scope="module")
def course(kept_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CountedCourse]:
    """The class, as its teacher reads it."""
    made = counted_class.full(kept_database)
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"))
    service = Service(settings, kept_database, FakeClock(NOW))
    with TestClient(application(service), base_url="http://localhost") as client:
        yield CountedCourse(made.reader(client), str(made.course_id))


@pytest.fixture(params=by_turns(ATTEMPTS, str, one_in=5))
def filters(request: pytest.FixtureRequest, kept_database: Database) -> list[Filter]:
    """The filters with this attempt; on PostgreSQL the one that has most to do."""
    chosen = FILTERS if kept_database.embedded else FILTERS[-1:]
    return [replace(each, attempt=request.param) for each in chosen]


def test_turnout_points_and_time(course: CountedCourse, filters: list[Filter]) -> None:
    for by in filters:
        for id_, work in course.work.items():
            figures = f"/assignments/{id_}/figures"
            assert course.get(f"{figures}/turnout", **by.query) == _near(work.turnout(by)), by
            assert course.get(f"{figures}/points", **by.query) == work.points(by), by
            assert _times(course.get(f"{figures}/time", **by.query)) == _times(work.time(by)), by


def test_where_there_is_nobody_nothing_is_counted(course: CountedCourse) -> None:
    by = Filter(section="Nobody")
    for id_, work in course.work.items():
        figures = f"/assignments/{id_}/figures"
        assert course.get(f"{figures}/turnout", **by.query) == work.turnout(by)
        assert course.get(f"{figures}/points", **by.query) == work.points(by)
        for figure in ("causes", "overcoming", "suites", "students", "time"):
            assert course.get(f"{figures}/{figure}", **by.query) == []


def test_turnout_and_causes_of_a_course(course: CountedCourse, filters: list[Filter]) -> None:
    for by in filters:
        turnout = course.get(f"{course.path}/figures/turnout", **by.query)
        causes = course.get(f"{course.path}/figures/causes", **by.query)

        assert {each["assignment"]: each for each in turnout} == {
            id_: _near(work.turnout(by)) for id_, work in course.work.items()
        }, by
        counted = {(each["fault"], each["assignment"]): each["students"] for each in causes}
        assert counted == recount_course.cause_map(course, by), by


def test_causes_their_students_and_how_long_they_last(course: CountedCourse, filters: list[Filter]) -> None:
    for by in filters:
        for id_, work in course.work.items():
            figures = f"/assignments/{id_}/figures"
            causes = {each.pop("fault"): each for each in course.get(f"{figures}/causes", **by.query)}
            lasted = {each.pop("fault"): each for each in course.get(f"{figures}/overcoming", **by.query)}
            for each in lasted.values():
                each["next"] = {
                    "passed" if after["passed"] else after["fault"]: after["students"]
                    for after in each["next"]
                }

            assert causes == {fault: _near(each) for fault, each in work.causes(by).items()}, by
            assert lasted == {fault: _near(each) for fault, each in work.overcoming(by).items()}, by
            for fault in causes:
                held = course.get(f"{figures}/causes/{fault}/students", **by.query)
                expected = [_near(each) for each in work.holders(by, fault)]
                assert _sorted(held) == _sorted(expected), by


def test_suites_and_their_students(course: CountedCourse, filters: list[Filter]) -> None:
    for by in filters:
        for id_, work in course.work.items():
            figures = f"/assignments/{id_}/figures"
            suites = {each.pop("suite"): each for each in course.get(f"{figures}/suites", **by.query)}
            students = course.get(f"{figures}/students", **by.query)
            asked = course.get(f"{figures}/asked", **by.query)

            assert suites == {slug: _near(each) for slug, each in work.suites(by).items()}, by
            assert students == [_near(each) for each in work.students_by_points(by)], by
            assert asked == [_near(each) for each in work.partly_asked(by)], by


def test_people_whom_each_number_counts(course: CountedCourse, filters: list[Filter]) -> None:
    by = filters[-1]  # tests of pages ask for the others
    for id_, work in course.work.items():
        for question, expected in work.people(by):
            ask = partial(course.get, **by.query, **question)
            told = recount.everything(ask, f"/assignments/{id_}/figures/people")
            assert {each["person"] for each in told} == expected, (question, by)
            names = [work.students[each["person"]]["name"] for each in told]
            assert [each["name"] for each in told] == names == sorted(names), question


def test_a_question_about_no_cause_and_no_suite_counts_nobody(course: CountedCourse) -> None:
    for counted in Counted:
        if counted in {
            Counted.HAVE,
            Counted.EVER,
            Counted.OVERCAME,
            Counted.SUITE_UNWRITTEN,
            Counted.SUITE_PASSED,
        }:
            for id_ in course.work:
                path = f"/assignments/{id_}/figures/people"
                assert course.get(path, counted=counted)["items"] == []


def test_grades_of_a_course(course: CountedCourse) -> None:
    expected = recount_course.grades(course, NOW)
    for row in course.gradebook:
        of = expected[row["person_id"]]
        points = {each["assignment_id"]: each["points"] for each in row["grades"]}
        assert points == pytest.approx(of["points"], abs=_NEAR), row["name"]
        assert (set(row["waiting"]), set(row["missing"])) == (of["waiting"], of["missing"]), row["name"]
        assert row["percent"] == _rounded(of["percent"]), row["name"]

    told = course.get(f"{course.path}/gradebook/statistics")
    figures = {each.pop("assignment_id"): each for each in (*told["assignments"], told["total"])}
    assert figures == {
        id_: {name: _rounded(value) for name, value in each.items()}
        for id_, each in recount_course.statistics(course, NOW).items()
    }


def test_who_needs_help(course: CountedCourse) -> None:
    told = course.get(f"{course.path}/watch-list")["items"]
    found = {
        (each.pop("person_id"), each.pop("assignment_id")): each
        | {"reasons": {seen["kind"]: (seen["fault"], seen["attempts"]) for seen in each["reasons"]}}
        for each in told
    }

    assert found == recount_course.watch_list(course, NOW)


def test_causes_of_a_class(course: CountedCourse, filters: list[Filter]) -> None:
    for by in filters:
        for id_, work in course.work.items():
            told = course.get(f"/assignments/{id_}/causes", **by.query)
            causes = {each.pop("fault"): each | {"now": sorted(each["now"])} for each in told["causes"]}
            assert told | {"causes": causes} == work.class_causes(by), by


def test_causes_of_a_lecture(course: CountedCourse) -> None:
    for since in (None, DUE):
        query = {"since": since.isoformat()} if since else {}
        told = course.get(f"{course.path}/lecture", limit=20, **query)
        assert {each["fault"]: each["students"] for each in told} == recount_course.lecture(course, since)


def _near(row: dict[str, Any]) -> dict[str, Any]:
    """The same with numbers as exact as points are."""
    return {
        name: pytest.approx(value, abs=_NEAR) if isinstance(value, float) else value
        for name, value in row.items()
    }


def _rounded(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=0.0051)


def _times(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(recount.moment(each["start"]), each["hours"], each["attempts"], each["late"]) for each in rows]


def _sorted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda each: (each["name"], each["submission"]))
