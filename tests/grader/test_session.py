"""A session gets through crashes and silence; each costs what it touches, nothing passes unheard."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Self

import pytest

from grader.assignment import Assignment
from grader.errors import HarnessProtocolError
from grader.expected import expect
from grader.grade import grade
from grader.report import Verdict
from grader.sandbox.base import (
    Level,
    Loaded,
    Note,
    Observation,
    Offers,
    Play,
    Problem,
    Readings,
    Sandbox,
    Seen,
    SeenTrial,
    Shown,
    Source,
    Status,
    WriteTold,
)
from grader.session import FATAL, Session
from suites import Graph, Suite, load
from tests.playing import Played, played_all

SOURCE = Source("value.py", b"class Value: ...")
SUITES = tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum"))
PLAYS = [
    Play(suite, graph, tuple(map(float, point.values())))
    for suite in SUITES
    for graph in suite.graphs
    for point in graph.textbook * 2
]
GRAPHS = list(dict.fromkeys(id(play.graph) for play in PLAYS))
CRASH = Problem(kind="crash", signal=11)

Script = Callable[[Sequence[Play], bool], Played]


def right(play: Play) -> Observation:
    """What a right class gives."""
    expected = expect(play.graph.program, play.inputs)
    data = Readings(expected.data, bytes(len(expected.data)))
    return Observation(Status.ANSWERED, data, data, Readings(expected.gradients, bytes(len(expected.data))))


def all_right(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
    return Played({number: right(play) for number, play in enumerate(plays)})


@dataclass
class FakeRun:
    """A child that does what a script says."""

    script: Script
    loaded: Loaded = field(default_factory=Loaded)
    notes: tuple[Note, ...] = ()
    printed: str = ""

    def play(self, plays: Sequence[Play], seen: Seen, *, careful: bool = False) -> Problem | None:
        if self.loaded.problem is not None:
            return self.loaded.problem
        told = self.script(plays, careful)
        for number, observation in told.observations.items():
            seen(number, observation)
        return told.ended

    def survey(self) -> Offers:
        return Offers()

    def try_edits(
        self, _trials: Sequence[Sequence[int]], _plays: Sequence[Play], _seen: SeenTrial
    ) -> Problem | None:
        return None

    def play_edited(
        self, _edits: Sequence[int], _plays: Sequence[Play], _seen: Seen
    ) -> tuple[Shown, ...] | None:
        return None

    def trace(self, _plays: Sequence[Play]) -> tuple[tuple[WriteTold, ...], ...]:
        return ()


@dataclass
class FakeSandbox:
    """A sandbox whose children follow their scripts, the last one again and again."""

    runs: list[FakeRun]
    opened: list[Source] = field(default_factory=list)
    open_now: int = 0
    jobs: list[tuple[int, bool]] = field(default_factory=list)

    @property
    def level(self) -> Level:
        return Level.TRUSTED

    @contextmanager
    def open(
        self, source: Source, *, needs_backward: bool, seconds: float | None = None
    ) -> Iterator[FakeRun]:
        assert needs_backward
        assert seconds is not None
        assert self.open_now == 0, "one child at a time"
        run = self.runs[min(len(self.opened), len(self.runs) - 1)]
        self.opened.append(source)
        self.open_now += 1
        script = run.script

        def noted(plays: Sequence[Play], careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
            self.jobs.append((len(plays), careful))
            return script(plays, careful)

        try:
            yield replace(run, script=noted)
        finally:
            self.open_now -= 1

    def room(self, source: Source) -> AbstractContextManager[Self]:
        assert source is SOURCE
        return nullcontext(self)

    def prove(self) -> dict[str, bool]:
        return {}

    def close(self) -> None:
        assert self.open_now == 0


def stops_at(graph: Graph, problem: Problem = CRASH) -> Script:
    """Everything right until a play of this graph ends the child; hurried, nothing before it arrives."""

    def script(plays: Sequence[Play], careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        numbers = [number for number, play in enumerate(plays) if play.graph is graph]
        if not numbers:
            return all_right(plays, careful)
        reached = range(numbers[0]) if careful else range(0)
        return Played({number: right(plays[number]) for number in reached}, problem)

    return script


def played(sandbox: Sandbox, seconds: float = 60.0) -> list[Observation]:
    with Session(sandbox, SOURCE, needs_backward=True, seconds=seconds) as session:
        return played_all(session, PLAYS)


def test_a_right_class_needs_one_child() -> None:
    sandbox = FakeSandbox([FakeRun(all_right)])
    assert played(sandbox) == [right(play) for play in PLAYS]
    assert sandbox.jobs == [(len(PLAYS), False)]
    assert sandbox.open_now == 0


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.slug)
@pytest.mark.parametrize("kind", sorted(FATAL))
def test_a_play_that_ends_its_child_costs_its_own_graph_only(suite: Suite, kind: str) -> None:
    problem = Problem.model_validate({"kind": kind})
    sandbox = FakeSandbox([FakeRun(stops_at(suite.graphs[0], problem))])
    for play, observation in zip(PLAYS, played(sandbox), strict=True):
        if play.graph is suite.graphs[0]:
            assert (observation.status, observation.problem) == (Status.BACKWARD_ERROR, problem)
        else:
            assert observation == right(play)


def test_after_a_crash_answers_are_asked_for_one_by_one_and_no_graph_is_tried_a_third_time() -> None:
    culprit = PLAYS[2].graph
    sandbox = FakeSandbox([FakeRun(stops_at(culprit))])
    played(sandbox)
    assert [careful for _, careful in sandbox.jobs] == [False, True, True]
    assert sandbox.jobs[2][0] == len([play for play in PLAYS[3:] if play.graph is not culprit])


def test_every_graph_may_crash_and_the_session_ends_all_the_same() -> None:
    def crashes(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        assert plays
        return Played({}, CRASH)

    sandbox = FakeSandbox([FakeRun(crashes)])
    assert {observation.problem for observation in played(sandbox)} == {CRASH}
    assert len(sandbox.opened) == len(GRAPHS) + 1


def test_a_crash_that_does_not_come_again_costs_nothing() -> None:
    sandbox = FakeSandbox([FakeRun(stops_at(PLAYS[2].graph)), FakeRun(all_right)])
    assert played(sandbox) == [right(play) for play in PLAYS]


def test_answers_given_before_a_crash_are_kept() -> None:
    def half(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        return Played({0: right(plays[0]), 1: right(plays[1])}, CRASH)

    sandbox = FakeSandbox([FakeRun(half), FakeRun(all_right)])
    assert played(sandbox) == [right(play) for play in PLAYS]
    assert sandbox.jobs == [(len(PLAYS), False), (len(PLAYS) - 2, True)]


def test_a_child_may_die_after_its_last_answer() -> None:
    def dies_at_the_end(plays: Sequence[Play], careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        return Played(all_right(plays, careful).observations if careful else {}, CRASH)

    assert played(FakeSandbox([FakeRun(dies_at_the_end)])) == [right(play) for play in PLAYS]


def test_silence_is_never_a_pass() -> None:
    for answered in ({}, {0: right(PLAYS[0])}):
        sandbox = FakeSandbox([FakeRun(lambda _, __, answered=answered: Played(answered))])  # type: ignore[misc]
        observations = played(sandbox)
        for number, observation in enumerate(observations):
            if number not in answered:
                assert observation.status is Status.BACKWARD_ERROR
                assert observation.problem == Problem(kind="protocol")


def test_when_the_time_is_over_nothing_is_started_and_the_rest_is_over_budget() -> None:
    sandbox = FakeSandbox([FakeRun(all_right)])
    observations = played(sandbox, seconds=-1.0)
    assert {observation.problem for observation in observations} == {Problem(kind="budget")}
    assert not sandbox.jobs


def test_a_file_without_a_class_is_loaded_once() -> None:
    nothing = Loaded(problem=Problem(kind="no-class"))
    sandbox = FakeSandbox([FakeRun(all_right, loaded=nothing)])
    assert all(observation.status is not Status.ANSWERED for observation in played(sandbox))
    assert len(sandbox.opened) == 1


@pytest.mark.parametrize("kind", sorted(FATAL))
def test_where_the_top_level_ends_the_child_the_definitions_are_graded(kind: str) -> None:
    problem = Problem.model_validate({"kind": kind})
    sandbox = FakeSandbox([FakeRun(all_right, loaded=Loaded(problem=problem)), FakeRun(all_right)])
    with Session(sandbox, SOURCE, needs_backward=True, seconds=60.0) as session:
        assert played_all(session, PLAYS) == [right(play) for play in PLAYS]
        assert session.loaded.problem is None
        assert session.loaded.error == problem
    assert [source.definitions_only for source in sandbox.opened] == [False, True]


@pytest.mark.parametrize("kind", sorted(FATAL))
def test_where_the_definitions_end_the_child_too_there_is_nothing_to_grade(kind: str) -> None:
    problem = Problem.model_validate({"kind": kind})
    sandbox = FakeSandbox([FakeRun(all_right, loaded=Loaded(problem=problem))])
    report = grade(SOURCE, Assignment("small", SUITES), sandbox)
    assert report.problem is not None
    assert report.score.earned == 0
    assert len(sandbox.opened) <= 3
    assert {suite.verdict for suite in report.suites} == {Verdict.NOT_RUN}


def test_a_failure_of_the_sandbox_is_passed_on_and_closes_the_child() -> None:
    def breaks(_plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        raise HarnessProtocolError

    sandbox = FakeSandbox([FakeRun(breaks)])
    with pytest.raises(HarnessProtocolError):
        grade(SOURCE, Assignment("small", SUITES), sandbox)
    assert sandbox.open_now == 0


def test_notes_and_prints_of_the_last_child_that_had_any_are_kept() -> None:
    notes = (Note(kind="caller-seeds"),)
    noisy = FakeRun(stops_at(PLAYS[0].graph), notes=notes, printed="hello")
    with Session(
        FakeSandbox([noisy, FakeRun(all_right)]), SOURCE, needs_backward=True, seconds=60.0
    ) as session:
        played_all(session, PLAYS)
        assert (session.notes, session.printed) == (notes, "hello")


def test_a_grading_of_right_answers_has_every_point_and_what_crashed_has_none() -> None:
    assignment = Assignment("small", SUITES)
    assert grade(SOURCE, assignment, FakeSandbox([FakeRun(all_right)])).passed
    crashing = FakeSandbox([FakeRun(stops_at(SUITES[1].graphs[0]))])
    report = grade(SOURCE, assignment, crashing)
    lost = SUITES[1].graphs[0].points
    assert report.score.earned == report.score.possible - lost
