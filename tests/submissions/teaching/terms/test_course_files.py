"""A course that is exported is imported as it was, and nothing else is taken for a course."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from submissions.courses.assignments import assignments, copying, own_graphs
from submissions.courses.assignments.copying import AssignmentCopy
from submissions.courses.assignments.draft import SETTINGS, Draft
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.courses import lifecycle
from submissions.errors import Unusable
from submissions.people.access.policy import viewer
from submissions.storage.database import Database
from submissions.tables import Course, MissingRequired, Reveal
from submissions.teaching.gradebook import grade_weights
from submissions.teaching.talk import canned_comments
from submissions.teaching.terms import course_copy, course_file
from submissions.teaching.watch import watch_thresholds
from submissions.teaching.watch.watch_thresholds import Thresholds
from tests.world import classroom
from tests.world.clock import NOW

_DUE = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)
_DRAFT = Draft(
    title="Chain & Ünïcode", published=True, due_at=_DUE, closes_at=_DUE + timedelta(days=3),
    points=Decimal("12.5"), weights={"linear_chain": 2, "diamond": 1}, bonus=("diamond",),
    hidden_suites=("linear_chain",), hidden_until=Reveal.BY_HAND, required_operations=("tanh",),
    missing_required=MissingRequired.REFUSAL,
    late_days_usable=2, hint_rung_after_due=4,
)  # fmt: skip
_OWN = OwnGraph("Two branches", "L = (a + b) * a", {"a": (2.0, 2.0), "b": (-3.0, -1.5)}, 3, 1e-5, hidden=True)


def test_a_course_comes_back_from_its_file_as_drafts(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        course.late_days = 4
        assignments.create(session, owner, course.id, _DRAFT, now=NOW)
        content = course_file.export(session, owner, course.id)
        made = course_file.import_(session, owner, content, now=NOW)

        assert (made.title, made.zone, made.late_days) == (course.title, course.zone, 4)
        expected = AssignmentCopy(replace(_DRAFT, published=False))
        assert copying.copies_of(session, owner, made.id) == [expected]


def test_a_copy_for_the_next_term_keeps_the_time_of_day_where_clocks_change(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        course.zone = "Europe/Madrid"
        assignments.create(session, owner, course.id, _DRAFT, now=NOW)
        made = course_copy.copy_course(session, owner, course.id, title="Spring", days=14, now=NOW)
        (copy,) = copying.copies_of(session, owner, made.id)

    assert copy.draft.due_at == _DUE + timedelta(days=14, hours=-1)
    assert not copy.draft.published


def test_own_graphs_go_with_their_assignment(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        given = assignments.create(session, owner, course.id, _DRAFT, now=NOW)
        assignments.set_own_graphs(session, given, [own_graphs.stored(_OWN)], now=NOW)
        content = course_file.export(session, owner, course.id)
        made = [
            course_file.import_(session, owner, content, now=NOW).id,
            course_copy.copy_course(session, owner, course.id, title="Spring", now=NOW).id,
        ]
        copying.copy_assignment(session, owner, given, title="Again", now=NOW)

        for course_id, copies in ((made[0], 1), (made[1], 1), (course.id, 2)):
            listed = assignments.listed(session, owner, course_id)
            versions = assignments.versions(session, listed).values()
            assert [own_graphs.own_graphs(version) for version in versions] == [(_OWN,)] * copies


def _changed(**changes: Any) -> bytes:
    whole = {"format": "backgrade-course", "version": 1, "title": "T", "zone": "UTC", "late_days": 0}
    return json.dumps({**whole, "assignments": [], **changes}).encode()


_DEEP = b"[" * 100_000
_GRAPH = own_graphs.stored(_OWN)


def _with_graphs(graphs: Any) -> bytes:
    return _changed(assignments=[{"title": "T", "own_graphs": graphs}])


_HOSTILE = {
    "nothing": b"", "no text": b"\xff", "deep": _DEEP, "another format": _changed(format="x"),
    "another version": _changed(version=2), "unknown name": _changed(people=[]),
    "a name twice": b'{"format": "backgrade-course", "format": "backgrade-course"}',
    "no number": _changed(late_days=True), "many": _changed(assignments=[{}] * 201),
    "unknown setting": _changed(assignments=[{"title": "T", "id": 1}]),
    "a rung of text": _changed(assignments=[{"title": "T", "hint_rung": "3"}]),
    "an unknown choice": _changed(assignments=[{"title": "T", "counts": "worst"}]),
    "an unknown suite": _changed(assignments=[{"title": "T", "weights": {"x": 1}}]),
    "no time zone": _changed(assignments=[{"title": "T", "due_at": "2026-03-20T12:00"}]),
    "a number of many digits": _changed(assignments=[{"title": "T", "points": "1" * 5000}]),
    "no finite number": _changed(assignments=[{"title": "T", "points": "NaN"}]),
    "graphs of one": _with_graphs(_GRAPH),
    "a graph with more": _with_graphs([{**_GRAPH, "more": 1}]),
    "a graph without a text": _with_graphs([{**_GRAPH, "text": 1}]),
    "an input of two": _with_graphs([{**_GRAPH, "inputs": [["a", 1]]}]),
    "a graph of no sense": _with_graphs([{**_GRAPH, "text": "a +"}]),
    "many graphs": _with_graphs([_GRAPH] * (own_graphs.MOST + 1)),
    "many graphs in all": _changed(assignments=[{"title": "T", "own_graphs": [_GRAPH] * 20}] * 11),
    "preparations of another kind": _changed(prepared=[]),
    "an unknown preparation": _changed(prepared={"people": 1}),
    "no number of days": _changed(prepared={"keep_files_days": "90"}),
    "too many days": _changed(prepared={"keep_files_days": 10**9}),
    "an unknown threshold": _changed(prepared={"thresholds": {"x": 1}}),
    "a threshold out of its bounds": _changed(prepared={"thresholds": {"stopped_days": 0}}),
    "a comment without a text": _changed(prepared={"saved_comments": [{"title": "T"}]}),
    "an empty comment": _changed(prepared={"saved_comments": [{"title": "T", "text": " "}]}),
    "many comments": _changed(prepared={"saved_comments": [{"title": "T", "text": "x"}] * 101}),
    "a weight of text": _changed(assignments=[{"title": "T", "grade_weight": "x"}]),
    "a negative weight": _changed(assignments=[{"title": "T", "grade_weight": "-1"}]),
    "a weight of many digits": _changed(assignments=[{"title": "T", "grade_weight": "1" * 5000}]),
    "too large": b" " * (course_file.MOST_BYTES + 1),
}  # fmt: skip


def test_no_other_file_is_taken_and_nothing_is_left_of_it(database: Database) -> None:
    with database.begin() as session:
        _, owner = classroom.course(session)
    for content in _HOSTILE.values():
        with pytest.raises(Unusable), database.begin() as session:
            course_file.import_(session, owner, content, now=NOW)
    with database.read() as session:
        assert session.query(Course).filter(Course.title == "T").count() == 0


def test_every_setting_is_in_the_file(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        assignments.create(session, owner, course.id, _DRAFT, now=NOW)
        (written,) = json.loads(course_file.export(session, owner, course.id))["assignments"]

    assert set(written) == {*SETTINGS, "own_graphs", "grade_weight"}


def test_weights_in_the_total_and_what_staff_prepared_go_along(database: Database) -> None:
    wanted = Thresholds(stopped_days=5)
    with database.begin() as session:
        course, owner = classroom.course(session)
        given = assignments.create(session, owner, course.id, _DRAFT, now=NOW)
        grade_weights.set_weights(session, owner, course.id, {given.id: Decimal("7.5")}, now=NOW)
        lifecycle.keep_for(session, owner, course.id, files=90, reports=None, now=NOW)
        watch_thresholds.change(session, owner, course.id, wanted, now=NOW)
        canned_comments.add(session, owner, course.id, "Sums", "Add up\nwhat comes in.", now=NOW)
        content = course_file.export(session, owner, course.id)
        made = [
            course_file.import_(session, owner, content, now=NOW),
            course_copy.copy_course(session, owner, course.id, title="Spring", now=NOW),
        ]

        for each in made:
            (copy,) = copying.copies_of(session, owner, each.id)
            (saved,) = canned_comments.listed(session, viewer(session, owner, each.id))
            assert copy.grade_weight == Decimal("7.5")
            assert (each.keep_files_days, each.keep_reports_days) == (90, None)
            assert watch_thresholds.thresholds(session, owner, each.id) == wanted
            assert (saved.title, saved.text) == ("Sums", "Add up\nwhat comes in.")
