"""A session gets through crashes and silence; each costs what it touches, nothing passes unheard."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

import pytest

from grader.assignment import SuiteSelection
from grader.errors import HarnessProtocolError
from grader.expected import expect
from grader.grade import grade
from grader.hangs import Hangs
from grader.report import Verdict
from grader.sandbox.level import Level
from grader.sandbox.plays import Observation, Play, PlayStatus, Readings, Seen, SeenCandidate, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import (
    AppliedEdit,
    ClassPlace,
    LoadReply,
    Loop,
    Note,
    Offer,
    Offers,
    PastedRun,
    Problem,
    ProblemKind,
    TracedWrite,
)
from grader.sandbox.run import Run
from grader.sandbox_children import FATAL
from grader.sandbox_session import SandboxSession
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
CRASH = Problem(kind=ProblemKind.CRASH, signal=11)

Script = Callable[[Sequence[Play], bool], Played]


def right(play: Play) -> Observation:
    """What a right class gives."""
    expected = expect(play.graph.program, play.inputs)
    data = Readings(expected.data, bytes(len(expected.data)))
    return Observation(
        PlayStatus.ANSWERED, data, data, Readings(expected.gradients, bytes(len(expected.data)))
    )


def all_right(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
    return Played({number: right(play) for number, play in enumerate(plays)})


_WELL_LOADED = LoadReply()


@dataclass
class FakeRun(Run):
    """A child that does what a script says."""

    script: Script
    loaded: LoadReply = _WELL_LOADED
    notes: tuple[Note, ...] = ()
    printed: str = ""
    stuck: int | None = None
    takes_long: bool = False
    """Whether a play, or the source, takes long; those that are counted come to their end."""
    left_much: bool = False
    spent: float = 0.0
    lacks: frozenset[str] = frozenset()
    """Operations that its class does not have."""
    offers: tuple[Offer, ...] | None = ()
    """What could be done; None if it ends over that."""
    counted: list[list[int]] = field(default_factory=list)
    """The numbers of the plays that were counted, job by job."""
    alone: list[bool] = field(default_factory=list)
    """Of each job, whether each of its plays was to begin as the first one did."""
    lost_over: Offer | None = None
    """The offer over which the whole sandbox is lost."""
    repairs: Offer | None = None
    """The offer that makes everything right; with any other one the child ends."""

    def play(
        self,
        plays: Sequence[Play],
        seen: Seen,
        *,
        careful: bool = False,
        alone: bool = False,
        endless: Sequence[Loop] = (),  # noqa: ARG002 - the protocol's
        counted: Mapping[int, bool] = MappingProxyType({}),
    ) -> Problem | None:
        self.counted.append(sorted(counted))
        self.alone.append(alone)
        if self.loaded.problem is not None:
            return self.loaded.problem
        told = self.script(plays, careful)
        for number, observation in told.observations.items():
            seen(number, observation)
        return told.ended

    def lacking(self, plays: Sequence[Play], seen: Seen) -> None:
        for number, play in enumerate(plays):
            if self.lacks & {operation.op for operation in play.graph.program.operations}:
                seen(number, Observation(PlayStatus.MISSING, problem=Problem(kind=ProblemKind.MISSING)))

    def survey(self) -> Offers | None:
        return None if self.offers is None else Offers(offers=self.offers)

    def try_edits(
        self,
        candidates: Sequence[Sequence[int]],
        plays: Sequence[Play],
        seen: SeenCandidate,
        endless: Sequence[Loop] = (),  # noqa: ARG002 - the protocol's
        *,
        alone: bool = False,  # noqa: ARG002 - the protocol's
    ) -> Problem | None:
        for candidate, edits in enumerate(candidates):
            if self.lost_over is not None and any((self.offers or ())[n] == self.lost_over for n in edits):
                raise HarnessProtocolError
            if not self._is_right_with(edits):
                return CRASH
            for number, play in enumerate(plays):
                seen(candidate, number, right(play))
        return None

    def play_edited(
        self,
        edits: Sequence[int],
        plays: Sequence[Play],
        seen: Seen,
        endless: Sequence[Loop] = (),  # noqa: ARG002 - the protocol's
    ) -> tuple[AppliedEdit, ...] | None:
        if not self._is_right_with(edits):
            return None
        for number, play in enumerate(plays):
            seen(number, right(play))
        return (AppliedEdit(was="-", now="+"),)

    def _is_right_with(self, edits: Sequence[int]) -> bool:
        return all((self.offers or ())[number] == self.repairs for number in edits)

    def trace(
        self, _plays: Sequence[Play], _edits: Sequence[int] = ()
    ) -> tuple[tuple[TracedWrite, ...], ...]:
        return ()

    def paste(self, _lines: str) -> tuple[PastedRun, ...]:
        return ()

    def uncalled(self, _plays: Sequence[Play]) -> tuple[ClassPlace, ...] | None:
        return None


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
    def open(self, source: Source, *, needs_backward: bool) -> Iterator[FakeRun]:
        assert needs_backward
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
    with SandboxSession(sandbox, SOURCE, needs_backward=True, seconds=seconds) as session:
        return played_all(session, PLAYS)


def test_a_right_class_needs_one_child() -> None:
    sandbox = FakeSandbox([FakeRun(all_right)])
    assert played(sandbox) == [right(play) for play in PLAYS]
    assert sandbox.jobs == [(len(PLAYS), False)]
    assert sandbox.open_now == 0


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.slug)
@pytest.mark.parametrize("kind", sorted(FATAL))
def test_a_play_that_ends_its_child_costs_its_own_graph_only(suite: Suite, kind: str) -> None:
    problem = Problem(kind=ProblemKind(kind))
    sandbox = FakeSandbox([FakeRun(stops_at(suite.graphs[0], problem))])
    for play, observation in zip(PLAYS, played(sandbox), strict=True):
        if play.graph is suite.graphs[0]:
            assert (observation.status, observation.problem) == (PlayStatus.BACKWARD_ERROR, problem)
        else:
            assert observation == right(play)


def test_after_a_crash_answers_are_asked_for_one_by_one_and_no_graph_is_tried_a_third_time() -> None:
    culprit = PLAYS[2].graph
    sandbox = FakeSandbox([FakeRun(stops_at(culprit))])
    played(sandbox)
    assert [careful for _, careful in sandbox.jobs] == [False, True, True]
    assert sandbox.jobs[2][0] == len([play for play in PLAYS[3:] if play.graph is not culprit])


LOOP = Loop(kind="while", line=31, last=35, function="backward", how="kept", name="stack")


def test_a_loop_that_was_found_is_guarded_from_then_on_and_its_graph_is_told_with_it() -> None:
    culprit = PLAYS[2].graph
    long = Problem(kind=ProblemKind.TIME, line=33, function="backward")
    asked = FakeRun(stops_at(culprit, long), stuck=2, takes_long=True)
    endless = FakeRun(stops_at(culprit, Problem(kind=ProblemKind.TIME, loop=LOOP)), stuck=0)
    with SandboxSession(FakeSandbox([asked, endless]), SOURCE, needs_backward=True) as session:
        seen = played_all(session, PLAYS)
        assert session.hangs.endless == [LOOP]
    problems = {observation.problem for observation in seen if observation.problem}
    assert problems == {Problem(kind=ProblemKind.TIME, line=31, function="backward", loop=LOOP)}


@pytest.mark.parametrize(("slug", "shows"), [("ladder_of_diamonds", False), ("diamond", True)])
def test_that_a_list_grows_is_no_proof_where_a_walk_along_every_path_is_long(
    slug: str, *, shows: bool
) -> None:
    suite = load()[slug]
    play = Play(suite, suite.graphs[0], (2.0, 3.0, 4.0))
    hangs = Hangs()
    assert hangs.to_be_counted([play]) == {}
    hangs.takes_long(play)
    assert hangs.to_be_counted([play, PLAYS[0]]) == {0: shows}


def test_what_takes_long_is_played_once_more_and_counted() -> None:
    asked = FakeRun(lambda _, __: Played({}, Problem(kind=ProblemKind.TIME)), stuck=0, takes_long=True)
    right_then = FakeRun(all_right)
    assert played(FakeSandbox([asked, right_then])) == [right(play) for play in PLAYS]
    alike = [number for number, play in enumerate(PLAYS) if play.graph is PLAYS[0].graph]
    assert (asked.counted, right_then.counted) == ([[]], [alike])


def test_a_source_that_takes_long_is_loaded_once_more_and_counted_and_then_never_again() -> None:
    long = LoadReply(problem=Problem(kind=ProblemKind.TIME))
    sandbox = FakeSandbox([FakeRun(all_right, loaded=long, takes_long=True), FakeRun(all_right)])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        assert played_all(session, PLAYS) == [right(play) for play in PLAYS]
        assert session.loaded == LoadReply()
        session.restart()
        session.survey()
    told = [(source.counted, source.again, source.definitions_only) for source in sandbox.opened]
    assert told == [(False, False, False), (True, False, False), (False, True, False)]


def test_where_no_child_can_tell_what_could_be_done_the_source_as_it_is_is_played_all_the_same() -> None:
    silent = FakeRun(all_right, offers=None)
    with SandboxSession(FakeSandbox([silent]), SOURCE, needs_backward=True) as session:
        session.survey()
        assert session.is_cut_short
        assert session.try_edits([(), (0,)], PLAYS[:1]) == {(): [right(PLAYS[0])]}


@pytest.mark.parametrize("lost", [1, 2])
def test_a_sandbox_that_is_lost_over_a_candidate_is_asked_again_and_then_costs_the_candidate(
    lost: int,
) -> None:
    offers = (Offer(rewrite="one"), Offer(rewrite="two"))
    runs = [FakeRun(all_right, offers=offers, lost_over=offers[0]) for _ in range(lost)]
    sandbox = FakeSandbox([*runs, FakeRun(all_right, offers=offers, repairs=offers[1])])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        session.survey()
        tried = session.try_edits([(0,), (1,)], PLAYS[:1])
    assert (1,) in tried


def test_of_passes_that_are_given_up_those_that_lack_an_operation_are_told_as_that() -> None:
    lacking = FakeRun(lambda _, __: Played({}, Problem(kind=ProblemKind.WALL)), lacks=frozenset({"*"}))
    seen = played(FakeSandbox([lacking]))
    multiplying = [any(operation.op == "*" for operation in play.graph.program.operations) for play in PLAYS]
    tried = 2
    for graph, observation, multiplies in zip(PLAYS, seen, multiplying, strict=True):
        if GRAPHS.index(id(graph.graph)) >= tried:
            assert (observation.status is PlayStatus.MISSING) == multiplies


def test_time_that_children_did_not_use_is_not_counted() -> None:
    sandbox = FakeSandbox([FakeRun(all_right, spent=0.0)])
    with SandboxSession(sandbox, SOURCE, needs_backward=True, seconds=1e-9) as session:
        assert played_all(session, PLAYS) == [right(play) for play in PLAYS]


def test_only_the_first_child_runs_what_a_source_does_beside_its_class() -> None:
    def stops(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        return Played({}, Problem(kind=ProblemKind.PROTOCOL)) if plays else Played({})

    sandbox = FakeSandbox([FakeRun(stops, loaded=LoadReply(alone=True))])
    played(sandbox)
    first, *later = sandbox.opened
    assert not first.definitions_only
    assert later
    assert all(source.definitions_only for source in later)


def test_a_class_that_needs_the_whole_source_is_loaded_with_it() -> None:
    def stops(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        return Played({}, Problem(kind=ProblemKind.PROTOCOL)) if plays else Played({})

    sandbox = FakeSandbox([FakeRun(stops)])
    played(sandbox)
    assert len(sandbox.opened) > 1
    assert not any(source.definitions_only for source in sandbox.opened)


def test_after_two_graphs_that_hung_alike_those_like_them_are_not_tried() -> None:
    def hangs(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        assert plays
        return Played({}, Problem(kind=ProblemKind.TIME))

    sandbox = FakeSandbox([FakeRun(hangs)])
    assert {observation.problem for observation in played(sandbox)} == {Problem(kind=ProblemKind.TIME)}
    assert len(sandbox.jobs) == 3, "one in a hurry, and one for each of two graphs"


def test_every_graph_may_crash_and_the_session_ends_all_the_same() -> None:
    def crashes(plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        assert plays
        return Played({}, CRASH)

    sandbox = FakeSandbox([FakeRun(crashes)])
    assert {observation.problem for observation in played(sandbox)} == {CRASH}
    assert [waiting for waiting, _ in sandbox.jobs] == [6, 6, 4], "then what they have in common is given up"


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
                assert observation.status is PlayStatus.BACKWARD_ERROR
                assert observation.problem == Problem(kind=ProblemKind.PROTOCOL)


def test_after_plays_that_left_much_each_of_the_others_is_played_alone() -> None:
    child = FakeRun(
        lambda plays, _: Played({0: right(plays[0])}) if len(plays) == len(PLAYS) else all_right(plays, _),
        left_much=True,
    )
    sandbox = FakeSandbox([child])

    assert played(sandbox) == [right(play) for play in PLAYS]
    assert sandbox.jobs == [(len(PLAYS), False), (len(PLAYS) - 1, False)]
    assert child.alone == [False, True]


def test_a_child_that_only_says_that_it_left_much_is_asked_once_more() -> None:
    sandbox = FakeSandbox([FakeRun(lambda _, __: Played({}), left_much=True)])

    assert {each.problem for each in played(sandbox)} == {Problem(kind=ProblemKind.PROTOCOL)}
    assert len(sandbox.jobs) == len(("together", "alone"))


def test_when_the_time_is_over_nothing_is_started_and_the_rest_is_over_budget() -> None:
    sandbox = FakeSandbox([FakeRun(all_right)])
    observations = played(sandbox, seconds=-1.0)
    assert {observation.problem for observation in observations} == {Problem(kind=ProblemKind.BUDGET)}
    assert not sandbox.jobs


def test_a_file_without_a_class_is_loaded_once() -> None:
    nothing = LoadReply(problem=Problem(kind=ProblemKind.NO_CLASS))
    sandbox = FakeSandbox([FakeRun(all_right, loaded=nothing)])
    assert all(observation.status is not PlayStatus.ANSWERED for observation in played(sandbox))
    assert len(sandbox.opened) == 1


@pytest.mark.parametrize("kind", sorted(FATAL))
def test_where_the_top_level_ends_the_child_the_definitions_are_graded(kind: str) -> None:
    problem = Problem(kind=ProblemKind(kind))
    sandbox = FakeSandbox([FakeRun(all_right, loaded=LoadReply(problem=problem)), FakeRun(all_right)])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        assert played_all(session, PLAYS) == [right(play) for play in PLAYS]
        assert session.loaded.problem is None
        assert session.loaded.error == problem
    assert [source.definitions_only for source in sandbox.opened] == [False, True]


@pytest.mark.parametrize("kind", sorted(FATAL))
def test_where_the_definitions_end_the_child_too_there_is_nothing_to_grade(kind: str) -> None:
    problem = Problem(kind=ProblemKind(kind))
    sandbox = FakeSandbox([FakeRun(all_right, loaded=LoadReply(problem=problem))])
    report = grade(SOURCE, SuiteSelection("small", SUITES), sandbox)
    assert report.problem is not None
    assert report.score.earned == 0
    assert len(sandbox.opened) <= 3
    assert {suite.verdict for suite in report.suites} == {Verdict.NOT_RUN}


def test_a_failure_of_the_sandbox_is_passed_on_and_closes_the_child() -> None:
    def breaks(_plays: Sequence[Play], _careful: bool) -> Played:  # noqa: FBT001 - a script's parameter
        raise HarnessProtocolError

    sandbox = FakeSandbox([FakeRun(breaks)])
    with pytest.raises(HarnessProtocolError):
        grade(SOURCE, SuiteSelection("small", SUITES), sandbox)
    assert sandbox.open_now == 0


def test_notes_and_prints_of_the_last_child_that_had_any_are_kept() -> None:
    notes = (Note(kind="caller-seeds"),)
    noisy = FakeRun(stops_at(PLAYS[0].graph), notes=notes, printed="hello")
    with SandboxSession(FakeSandbox([noisy, FakeRun(all_right)]), SOURCE, needs_backward=True) as session:
        played_all(session, PLAYS)
        assert (session.notes, session.printed) == (notes, "hello")


def test_a_grading_of_right_answers_has_every_point_and_what_crashed_has_none() -> None:
    assignment = SuiteSelection("small", SUITES)
    assert grade(SOURCE, assignment, FakeSandbox([FakeRun(all_right)])).passed
    crashing = FakeSandbox([FakeRun(stops_at(SUITES[1].graphs[0]))])
    report = grade(SOURCE, assignment, crashing)
    lost = SUITES[1].graphs[0].points
    assert report.score.earned == report.score.possible - lost


NEGATE, REVERSE, MADE_ANEW = (Offer(rewrite=each) for each in ("negate", "reverse", "fresh-state"))


def test_after_a_child_is_lost_an_edit_is_known_by_what_it_is_and_not_by_its_number() -> None:
    first = FakeRun(all_right, offers=(NEGATE, REVERSE, MADE_ANEW), repairs=MADE_ANEW)
    sandbox = FakeSandbox([first, replace(first, offers=(MADE_ANEW, REVERSE))])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        assert [offer.rewrite for offer in session.survey().offers] == ["negate", "reverse", "fresh-state"]
        assert session.try_edits([(1,), (2,)], PLAYS[:2]) == {(2,): [right(play) for play in PLAYS[:2]]}
        assert len(sandbox.opened) == 2, "the first child ended over its second offer"
        assert session.play_edited((2,), PLAYS, lambda *_: None) == (AppliedEdit(was="-", now="+"),)
        assert session.play_edited((0,), PLAYS, lambda *_: None) is None, "not offered there"
        assert not session.is_cut_short


def test_where_every_child_ends_over_what_could_be_done_the_diagnosis_is_cut_short() -> None:
    silent = FakeRun(all_right, offers=None)
    sandbox = FakeSandbox([silent, FakeRun(all_right, offers=(NEGATE,))])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        assert session.survey().offers == (NEGATE,)
        assert not session.is_cut_short
    with SandboxSession(FakeSandbox([silent]), SOURCE, needs_backward=True) as session:
        assert session.survey().offers == ()
        assert session.is_cut_short


def test_where_the_next_child_ends_over_the_question_no_other_edit_is_tried() -> None:
    first = FakeRun(all_right, offers=(NEGATE, REVERSE), repairs=REVERSE)
    sandbox = FakeSandbox([first, replace(first, offers=None), replace(first, offers=None)])
    with SandboxSession(sandbox, SOURCE, needs_backward=True) as session:
        session.survey()
        assert session.try_edits([(0,), (1,)], PLAYS[:1]) == {}, "the first child ended over its first offer"
        assert session.is_cut_short
        assert session.try_edits([(1,)], PLAYS[:1]) == {}
        assert session.play_edited((1,), PLAYS, lambda *_: None) is None
        assert len(sandbox.opened) == 2, "and none is started for an edit after that"


def test_the_source_as_it_is_needs_no_survey() -> None:
    silent = FakeRun(all_right, offers=None)
    with SandboxSession(FakeSandbox([silent]), SOURCE, needs_backward=True) as session:
        assert session.try_edits([()], PLAYS[:1]) == {(): [right(PLAYS[0])]}
        assert not session.is_cut_short
