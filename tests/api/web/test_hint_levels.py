"""No answer shows more of a result than the hint level and the date allow: searched for in bytes.

A report is planted whose fields have words of their own. Every route that reads something of a course is
asked, as every role, at every level, before the date and after it; no answer may have a word that is above.
Nothing here names a route: whoever adds one has it searched.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from api.formats import load, names
from api.web import cookies
from grader import faults, records
from grader.compare import Quantity, Reason
from grader.finding import (
    Certainty,
    Contribution,
    Diagnosis,
    Edit,
    Evidence,
    Explained,
    Finding,
    NodeExplained,
    Where,
    Write,
)
from grader.gradients import Gradients, Method, MethodCertainty as Sureness, Sign, SignEvidence as Seen
from grader.records import to_json
from grader.report import GraphResult, Input, Report, Score, SuiteResult, Verdict, WrongNode
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from grader.sandbox.replies import ClassPlace, Loop, Note, Problem, ProblemKind
from submissions.courses.assignments.hints import Rung
from submissions.courses.grades.deadlines import Deadlines
from submissions.grading.intake.submit import submit
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import sessions, tokens
from submissions.people.access.policy import Caller
from submissions.people.access.tokens import TokenRequest
from submissions.storage.database import Database
from submissions.tables import Assignment, Grading, Role, Shown, StoredReport, Submission
from submissions.teaching.gradebook import overrides
from submissions.teaching.results import result, trimming
from suites import Stage
from tests.route_walk import READ, Route, every_route
from tests.world import classroom
from tests.world.application import application
from tests.world.clock import NOW
from tests.world.two_courses import EVERYTHING, Whole, whole

SUITE = "diamond"
FAULT = "overwritten_gradient"
DAY = timedelta(days=1)

LINE = 98761
"""Longer than any file here."""


def _said(number: int) -> re.Pattern[str]:
    """A number by itself, and no part of an id."""
    return re.compile(rf"(?<![0-9a-f.-]){number}(?![0-9a-f-])")


def _plain(text: str) -> re.Pattern[str]:
    """The longest part of a sentence that no format writes in another way, from its second letter on."""
    return re.compile(re.escape(max(re.split("[`'\"<>&]", text[1:]), key=len).strip()))


def _problem(word: str, **more: Any) -> Problem:
    return Problem(
        kind=ProblemKind.EXCEPTION,
        type="ValueError",
        message=f"planted_message_{word}",
        line=LINE,
        function=f"planted_function_{word}",
        **more,
    )


LOOP = Loop(
    kind="while", line=LINE, last=LINE, function="planted_loop", how="cycles", name="planted_variable"
)
EXPLAINED = Explained(
    graph="planted_small = Value(2.0)",
    root="o",
    nodes=(
        NodeExplained(name="a", text="a", op=None, operands=(), data=2, gradient=641.25, gradient_got=643.75,
                      data_got=2, wrong_gradient=True),
        NodeExplained(name="planted_consumer", text="planted_consumer", op="neg", operands=("a",), data=-2,
                      gradient=1, data_got=-2, gradient_got=1),
        NodeExplained(name="o", text="o", op="neg", operands=("planted_consumer",), data=2, gradient=1,
                      data_got=2, gradient_got=1),
    ),
    contributions=(
        Contribution(node="a", consumer="planted_consumer", slot=0, local=647.25, arriving=1,
                     value=647.25, kept=False),
    ),
    writes=(Write(node="a", quantity=Quantity.GRADIENT, old=653.5, new=659.5, function="planted_writer"),),
)  # fmt: skip
FOUND = Finding(
    fault=FAULT,
    certainty=Certainty.PROVEN,
    where=Where(operation="+", function="planted_where", line=LINE),
    evidence=Evidence(writes=EXPLAINED.writes, loop=LOOP, repaired=661),
    repair=(Edit(line=LINE, was="planted_before", now="planted_repair"),),
    explains=(SUITE,),
    explained=EXPLAINED,
)
GRAPHS = (
    GraphResult(
        graph="planted_graph = a + a", verdict=Verdict.FAILED, earned=0, possible=2,
        inputs=(Input(name="planted_input", value=673.5),),
        wrong=(
            WrongNode(node="planted_node", quantity=Quantity.GRADIENT, reason=Reason.DIFFERENT,
                      expected=677.25, got=683.25),
        ),
        problem=_problem("graph", loop=LOOP),
    ),
)  # fmt: skip
REPORT = Report(
    name="value.py",
    sha256="0" * 64,
    seed="0",
    assignment="full",
    sandbox=Level.LOCKED,
    score=Score(earned=0, possible=2, missing=0),
    error=_problem("error"),
    found=ClassPlace(name="PlantedClass", line=3),
    notes=(Note(kind="gradient-name", name="planted_note"),),
    absent=("planted_module",),
    printed="planted_printed",
    gradients=Gradients(
        method=Method.FORWARD_MODE,
        certainty=Sureness.PROVEN,
        evidence=(Seen(sign=Sign.MOVED_INPUTS, seen=691, of=701),),
    ),
    suites=(
        SuiteResult(
            slug=SUITE, title="Planted suite", stage=Stage.WHOLE_GRAPH, core=True, verdict=Verdict.FAILED,
            earned=0, possible=2, missing=0, graphs=GRAPHS,
        ),
    ),
    diagnosis=Diagnosis(findings=(FOUND,)),
)  # fmt: skip

_KNOWN = faults.load()[FAULT]
PLANTED: Mapping[Rung, Sequence[re.Pattern[str]]] = {
    Rung.NOTHING: [re.compile("Planted suite"), re.compile(r"17\.25")],
    Rung.SYMPTOM: [
        *map(re.compile, ("planted_graph", "planted_input", "planted_node", "planted_message_graph")),
        *map(re.compile, ("planted_message_error", "PlantedClass", "planted_note", "planted_module")),
        *map(re.compile, ("planted_printed", "planted_small", r"673\.5", r"677\.25", r"683\.25", r"641\.25")),
    ],
    Rung.PLACE: [
        *map(re.compile, ("planted_function_graph", "planted_function_error", "planted_where")),
        _said(LINE),
    ],
    Rung.CAUSE: [
        *map(
            re.compile, (FAULT, "planted_loop", "planted_variable", "planted_writer", r"647\.25", r"653\.5")
        ),
        *map(re.compile, ("forward-mode", "moved-inputs")),
        _said(691),
        _said(661),
        _plain(_KNOWN.title),
    ],
    Rung.REPAIR: [re.compile("planted_repair"), re.compile("planted_before")],
}
"""By the rung that shows it first, what stands in what is shown."""
EVERYTHING_PLANTED = [word for words in PLANTED.values() for word in words] + [re.compile(r"23\.75")]
STAFF = (Role.OWNER, Role.INSTRUCTOR, Role.ASSISTANT)
OTHERS = (Role.STUDENT, Role.OBSERVER)


def above(rung: Rung) -> list[re.Pattern[str]]:
    """What is not shown at a rung."""
    return [word for first, words in PLANTED.items() if first > rung for word in words]


def up_to(rung: Rung) -> list[re.Pattern[str]]:
    """What is shown at a rung."""
    return [word for first, words in PLANTED.items() if first <= rung for word in words]


@dataclass(frozen=True)
class Place:
    """A course with a result in it, and a way to ask for all that could show it."""

    service: Service
    client: TestClient
    routes: Sequence[Route]
    course: Whole

    def set(self, rung: Rung, *, shown: bool) -> None:
        """The level of the assignment, and whether its date has come."""
        due = NOW + (-DAY if shown else DAY)
        with self.service.database.begin() as session:
            assignment = session.get_one(Assignment, UUID(self.course.ids["assignment_id"]))
            assignment.hint_rung, assignment.shown = int(rung), Shown.AFTER_DUE
            assignment.due_at, assignment.closes_at = due, NOW + 2 * DAY

    def answers(self, person_id: UUID) -> Iterator[tuple[str, str]]:
        """By route, the bytes of every answer that somebody gets, whatever they may see."""
        now = self.service.now()
        with self.service.database.begin() as session:
            wanted = TokenRequest("search", EVERYTHING)
            token = tokens.create(session, Caller(person_id), wanted, now=now).text
            secret = sessions.start(session, person_id, browser="", now=now)
        program = {"Authorization": f"Bearer {token}"}
        browser = {"Cookie": f"{cookies.SESSION}={secret}"}
        for route in self.routes:
            answer = self.client.get(
                route.filled(self.course.ids), headers=browser if route.is_page else program
            )
            self.client.cookies.clear()
            assert not answer.is_server_error, route
            yield str(route), f"{answer.content.decode()} {answer.headers}"
        again = self.client.post(
            f"/api/v1/assignments/{self.course.ids['assignment_id']}/submissions",
            params={"name": "value.py"},
            content=CONTENT,
            headers={**program, "Content-Type": "application/octet-stream"},
        )
        yield "the receipt of the same file", again.text


CONTENT = b"class Value: ...\n"


def leaks(answers: Iterable[tuple[str, str]], words: Sequence[re.Pattern[str]]) -> list[str]:
    """Which answers show one of these words."""
    return [f"{route} shows {word.pattern}" for route, text in answers for word in words if word.search(text)]


def shown(answers: Sequence[tuple[str, str]]) -> set[str]:
    """The planted words that any answer shows."""
    return {word.pattern for word in EVERYTHING_PLANTED if any(word.search(text) for _, text in answers)}


def plant(service: Service, course: Whole) -> None:
    """The report, its points and faults, and points that a person gave, for one student's submission."""
    with service.database.begin() as session:
        assignment = session.get_one(Assignment, UUID(course.ids["assignment_id"]))
        by = Caller(course.people[Role.OWNER])
        source = Source("value.py", CONTENT)
        submission = submit(session, Caller(course.victim), assignment, source, now=service.now())
        classroom.graded(session, submission, "17.25", [FAULT])
        grading = session.get_one(Grading, submission.grading_id)
        grading.gradients, grading.gradients_proven = str(Method.FORWARD_MODE), True
        content = to_json(REPORT)
        session.merge(StoredReport(grading_id=submission.grading_id, content=content))
        overrides.give(session, by, assignment, course.victim, Decimal("23.75"), "-", now=service.now())


@pytest.fixture(scope="module")
def place(kept_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """For all tests: each sets the level and the date, which is all that they change."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"))
    service = Service(settings, kept_database, lambda: NOW)
    course = whole(service, "Mine", "Mine")
    plant(service, course)
    with kept_database.read() as session:
        newest = select(Submission.id).where(Submission.person_id == course.victim)
        submission_id = session.scalars(newest.order_by(Submission.id.desc()).limit(1)).one()
    course = replace(course, ids={**course.ids, "submission_id": str(submission_id)})
    app = application(service)
    app.state.news_feed.close()  # streams tell what is, and end
    routes = [each for each in every_route() if each.method == READ and each.asks_for(course.ids)]
    client = TestClient(
        app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
    )
    with client:
        yield Place(service, client, routes, course)


@pytest.mark.sampled(one_in=16)
@pytest.mark.parametrize("rung", Rung)
def test_students_are_shown_what_the_level_allows_and_nothing_above(place: Place, rung: Rung) -> None:
    place.set(rung, shown=True)

    answers = [*place.answers(place.course.victim)]
    assert leaks(answers, above(rung)) == []
    assert {word.pattern for word in up_to(rung)} <= shown(answers)


@pytest.mark.sampled(one_in=16)
@pytest.mark.parametrize("rung", [Rung.NOTHING, Rung.REPAIR])
def test_before_the_date_students_are_shown_nothing(place: Place, rung: Rung) -> None:
    place.set(rung, shown=False)

    assert leaks(place.answers(place.course.victim), EVERYTHING_PLANTED) == []


@pytest.mark.sampled(one_in=16)
@pytest.mark.parametrize("role", STAFF)
def test_staff_are_shown_everything_at_any_level_and_date(place: Place, role: Role) -> None:
    place.set(Rung.NOTHING, shown=False)
    answers = [*place.answers(place.course.people[role])]

    assert shown(answers) == {word.pattern for word in EVERYTHING_PLANTED}


@pytest.mark.sampled(one_in=16)
@pytest.mark.parametrize("role", OTHERS)
def test_others_are_shown_nothing_at_any_level_and_date(place: Place, role: Role) -> None:
    place.set(Rung.REPAIR, shown=True)

    assert leaks(place.answers(place.course.people[role]), EVERYTHING_PLANTED) == []


@pytest.mark.parametrize("rung", Rung)
@pytest.mark.parametrize("name", ["terminal", *names()])
def test_the_command_line_shows_what_the_level_allows_and_nothing_above(name: str, rung: Rung) -> None:
    text = load(name).render([REPORT], {REPORT.name: CONTENT}, hints=rung)

    assert [word.pattern for word in above(rung) if word.search(text)] == []


def _untrimmed(report: Report, rung: Rung, *, beyond: bool = True) -> trimming.TrimmedReport:
    return records.replace(trimming.trim(report, Rung.REPAIR, beyond=beyond), rung=rung)


LEAKS: Mapping[str, tuple[object, str, object]] = {
    "reports are not trimmed": (result, "trim", _untrimmed),
    "causes are not trimmed": (result, "trim_causes", lambda causes, _: tuple(causes)),
    "dates are not looked at": (Deadlines, "results_from", lambda *_: None),
}


@pytest.mark.sampled(one_in=16)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_seen(place: Place, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this, a search that looks for the wrong words would find nothing and be content."""
    monkeypatch.setattr(*LEAKS[leak])
    by_date = leak == "dates are not looked at"
    place.set(Rung.PLACE, shown=not by_date)

    words = EVERYTHING_PLANTED if by_date else above(Rung.PLACE)
    assert leaks(place.answers(place.course.victim), words)
