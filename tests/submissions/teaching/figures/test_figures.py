"""Figures of a class, counted by hand beside the facts that are kept with each result."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.compare import Quantity
from grader.finding import (
    Certainty,
    Diagnosis,
    Edit,
    Evidence,
    Explained,
    Finding,
    NodeExplained,
    Raised,
    Where,
    Write,
)
from grader.records import to_data, to_json
from grader.report import Report, Verdict
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades import changes, facts, stored_facts
from submissions.courses.grades.attempt_facts import PASSED
from submissions.courses.grades.changes import WhyChanged
from submissions.grading.work.housekeeping import clean_up
from submissions.grading.work.results import FinishedReport, store
from submissions.grading.work.retention import Retention
from submissions.jobs.claims import Claim
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    AttemptFact,
    CauseFact,
    CauseHistory,
    ChangeReason,
    Course,
    Enrolment,
    Extension,
    Job,
    JobState,
    Person,
    StoredReport,
    Submission,
)
from submissions.teaching.figures import (
    cause_map,
    causes,
    lecture,
    over_time,
    overcoming,
    standouts,
    suites,
    turnout,
)
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.rebuild import rebuild
from submissions.teaching.figures.selection import Selection, Which, sections
from tests.api.conftest import graph, report, suite
from tests.world import classroom
from tests.world.clock import NOW

SIGN, SEED = "wrong_sign", "seed_missing"
DUE = NOW + timedelta(hours=2)
TABLES = (AttemptFact, CauseFact, CauseHistory)


def attempt(
    session: Session, of: Assignment, by: Person, hours: int, found: list[str], *, likely: str = ""
) -> Submission:
    """One graded attempt after so many hours, with these causes; each fails a suite of four."""
    submission = classroom.handed_in(
        session, of, by, at=NOW + timedelta(hours=hours), content=f"{by.login} {hours}".encode()
    )
    job = session.scalars(select(Job).where(Job.grading_id == submission.grading_id)).one()
    job.state, job.owner = JobState.RUNNING, "a worker"
    session.flush()
    assert store(session, Claim.of(job), FinishedReport.of(told(found, likely)), now=NOW)
    return submission


def told(found: list[str], likely: str = "") -> Report:
    """A report with these causes; each fails a suite of four."""
    findings = tuple(
        Finding(fault=each, certainty=Certainty.LIKELY if each == likely else Certainty.PROVEN)
        for each in found
    )
    slugs = ("linear_chain", "a_plus_a", "sums_by_hand", "diamond")
    passed = [place >= len(found) for place, _ in enumerate(slugs)]
    results = [
        suite(verdict, graph(verdict), slug=slug)
        for slug, each in zip(slugs, passed, strict=True)
        if (verdict := Verdict.PASSED if each else Verdict.FAILED)
    ]
    return report(*results, diagnosis=Diagnosis(findings=findings))


def school(session: Session) -> tuple[Course, Assignment, dict[str, Person]]:
    """Ada overcomes two causes, Bob has one for three attempts, Cy is late, Dee waits, Eve does nothing."""
    course, _ = classroom.course(session)
    weights = dict.fromkeys(("linear_chain", "a_plus_a", "sums_by_hand", "diamond"), 1)
    draft = Draft(
        title="Core", published=True, weights=weights, due_at=DUE, closes_at=DUE + timedelta(days=3),
        late_percent_per_day=Decimal(50),
    )  # fmt: skip
    made = classroom.assignment(session, course, draft)
    people = {name: classroom.member(session, course, name) for name in ("ada", "b_b", "cy", "dee", "eve")}
    attempt(session, made, people["ada"], -30, [SIGN, SEED])
    attempt(session, made, people["ada"], -28, [SEED], likely=SEED)
    attempt(session, made, people["ada"], -25, [])
    for hours in (-3, -2, -1):
        attempt(session, made, people["b_b"], hours, [SIGN])
    attempt(session, made, people["cy"], 3, [SEED], likely=SEED)
    classroom.handed_in(session, made, people["dee"])
    session.get_one(Enrolment, (course.id, people["cy"].id)).section = "Friday"
    session.flush()
    return course, made, people


def rows(session: Session) -> list[list[dict[str, Any]]]:
    """All facts."""
    return [
        sorted(
            (
                {c.name: getattr(row, c.name) for c in table.__table__.columns}
                for row in session.scalars(select(table))
            ),
            key=str,
        )
        for table in TABLES
    ]


def test_who_submitted_is_late_and_needs_help(database: Database) -> None:
    with database.begin() as session:
        course, made, _ = school(session)
        [found] = turnout.turnouts(session, course.id, [made.id], Selection())

    assert (found.students, found.submitted, found.not_yet, found.waiting) == (5, 4, 1, 1)
    assert (found.late, found.passed, found.need_help, found.failed) == (1, 1, 1, 0)
    assert (found.points.attempts, found.points.median) == (3, 75)  # 100, 75, and 37.5 after the penalty


def test_causes_are_counted_now_and_ever_proven_and_likely_apart(database: Database) -> None:
    with database.begin() as session:
        course, made, people = school(session)
        found = {each.cause: each for each in _causes(session, made, Selection())}
        [held] = causes.holders(session, made, Selection(), SEED, limit=9)
        everywhere = cause_map.cause_map(session, course.id, [made.id], Selection())

    sign, seed = found[SIGN], found[SEED]
    assert (sign.now_proven, sign.now_likely, sign.ever_proven, sign.ever_likely) == (1, 0, 2, 0)
    assert (seed.now_proven, seed.now_likely, seed.ever_proven, seed.ever_likely) == (0, 1, 1, 1)
    assert (held.person_id, held.number, held.proven) == (people["cy"].id, 1, False)
    assert {each.cause: each.total for each in everywhere} == {SIGN: 1, SEED: 1}


def test_what_causes_cost_is_shared_by_those_of_an_attempt(database: Database) -> None:
    with database.begin() as session:
        course, made, _ = school(session)
        first, counting, everything = (
            {
                each.cause: each.points_lost
                for each in cause_map.cause_map(session, course.id, [made.id], Selection(which=which))
            }
            for which in (Which.FIRST, Which.COUNTS, Which.ALL)
        )

    # Ada's first attempt lacks half for two causes, Bob's and Cy's a quarter; a late penalty is no cause
    assert first == {SIGN: 25 + 25, SEED: 25 + 25}
    assert counting == {SIGN: 25, SEED: 25}
    assert everything == {SIGN: None, SEED: None}


def _causes(session: Session, made: Assignment, selection: Selection) -> list[causes.CauseFigure]:
    return causes.causes(session, made, selection, overcoming.overcoming(session, made, selection))


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(which=Which.FIRST), {SIGN: 2, SEED: 2}),
        (Selection(which=Which.ALL), {SIGN: 2, SEED: 2}),
        (Selection(which=Which.LAST, section="Friday"), {SEED: 1}),
        (Selection(since=NOW - timedelta(hours=5), until=NOW), {SIGN: 1}),
    ],
    ids=["first", "all", "a section", "in time"],
)
def test_another_attempt_section_or_time_is_looked_at(
    database: Database, selection: Selection, expected: dict[str, int]
) -> None:
    with database.begin() as session:
        course, made, _ = school(session)
        found = _causes(session, made, selection)

        assert {each.cause: each.now for each in found if each.now} == expected
        assert sections(session, course.id) == ["Friday"]


def test_how_long_a_cause_lasts_and_what_comes_next(database: Database) -> None:
    with database.begin() as session:
        _, made, _ = school(session)
        found = {each.cause: each for each in overcoming.overcoming(session, made, Selection())}

    assert (found[SIGN].students, found[SIGN].overcame) == (2, 1)
    assert (found[SIGN].attempts, found[SIGN].hours, found[SIGN].next_causes) == (1, 2, ((SEED, 1),))
    assert (found[SEED].attempts, found[SEED].hours, found[SEED].next_causes) == (2, 5, ((PASSED, 1),))


def test_points_suites_and_time(database: Database) -> None:
    with database.begin() as session:
        _, made, _ = school(session)
        spread = ClassFigures(session, made, Selection()).points
        hard = suites.suite_figures(session, made, Selection(which=Which.ALL))
        weakest = standouts.standouts(session, made, Selection(), limit=1).weakest
        bars = over_time.over_time(session, made, Selection())

    assert {each.from_percent: each.attempts for each in spread if each.attempts} == {30: 1, 70: 1, 100: 1}
    assert (hard[0].suite, hard[0].attempts, hard[0].passed) == ("linear_chain", 7, 1)
    assert hard[0].discrimination is not None
    assert hard[0].discrimination > 0
    assert [each.name for each in weakest] == ["Cy"]
    assert (sum(each.attempts for each in bars), sum(each.late for each in bars)) == (7, 1)


def test_facts_that_are_kept_are_those_that_a_rebuild_counts(database: Database) -> None:
    with database.begin() as session:
        _, made, people = school(session)
        session.add(
            Extension(
                assignment_id=made.id, person_id=people["cy"].id, due_at=DUE + timedelta(days=1),
                created_at=NOW,
            )
        )  # fmt: skip
        session.flush()
        facts.reckon(session, made, [people["cy"].id])
        with changes.changing(session, made, WhyChanged(ChangeReason.SETTINGS), now=NOW):
            made.counts = "latest"
        session.expire_all()
        kept = rows(session)
        for table in TABLES:
            session.execute(delete(table))
        session.expire_all()

        assert rebuild(session, made.id) == 7
        assert rows(session) == kept
        assert not any(each["late"] for each in kept[0])


def test_attempts_from_before_an_update_are_counted_by_the_housekeeper(database: Database) -> None:
    with database.begin() as session:
        school(session)
        session.expire_all()
        kept = rows(session)
        for table in TABLES:
            session.execute(delete(table))
    with database.begin() as session:
        more = stored_facts.complete(session, at_a_time=3)
        first = len(rows(session)[0])
    while clean_up(database, Retention(), now=NOW):
        pass

    with database.read() as session:
        assert (more, first) == (True, 3)
        assert rows(session) == kept
        assert not stored_facts.complete(session)


def test_a_lecture_names_causes_of_late_and_its_examples_name_nobody(database: Database) -> None:
    nodes = tuple(
        NodeExplained(name=name, text=name, op=None, operands=(), data=1, gradient=2, gradient_got=1,
                      wrong_gradient=True)
        for name in ("a", "b")
    )  # fmt: skip
    write = Write(node="a", quantity=Quantity.GRADIENT, old=0, new=1, line=13, function="of_ada")
    told = Finding(
        fault=SIGN,
        certainty=Certainty.PROVEN,
        where=Where(operation="+", function="of_ada", line=13),
        evidence=Evidence(raised=Raised(type="AdaError", message="of_ada")),
        repair=(Edit(line=13, was="of_ada", now=""),),
        explained=Explained(graph="of_ada()", root="b", nodes=nodes, writes=(write,)),
    )
    with database.begin() as session:
        course, made, _ = school(session)
        for stored in session.scalars(select(StoredReport)):
            content = json.loads(stored.content)
            if content["diagnosis"]["findings"]:
                content["diagnosis"]["findings"] = [to_data(told)]
                stored.content = json.dumps(content)
        session.flush()
        late = lecture.lecture_causes(session, course.id, [made.id], since=NOW - timedelta(hours=2), limit=1)
        ever = lecture.lecture_causes(session, course.id, [made.id], since=None, limit=5)

    assert [(each.cause, each.students) for each in ever] == [(SEED, 1), (SIGN, 1)]
    [shown] = [each.example for each in ever if each.cause == SIGN]
    assert shown is not None
    assert shown.explained is not None
    assert len(shown.explained.nodes) == 2
    assert not {"of_ada", "AdaError", "13"} & set(re.findall(r"\w+", to_json(shown)))
    assert len(late) == 1
