"""Grades the suites about networks: on the submission's own `Value`, and what fails there on a right one.

The graphs that failed are diagnosed in a child of its own.
"""

import itertools
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.battery import ByGraph, play_all, play_edited, wrong_graphs
from grader.diagnosis.network.engine import NetworkDiagnosis
from grader.drawn import plays_of
from grader.errors import MachineTooBusy
from grader.finding import Diagnosis
from grader.judge import Judged, graph_result, verdict_on, worst
from grader.networks.judging import judge_network
from grader.networks.pictures import with_pictures
from grader.networks.reference_value import reference_text
from grader.records import replace
from grader.report import GraphResult, SuiteResult, Verdict
from grader.sandbox.plays import PlayStatus, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import AppliedEdit, LoadReply, Note, ProblemKind
from grader.sandbox_session import EditNumbers, SandboxSession
from grader.score import not_run, suite_results
from grader.spans import spanned
from suites import Suite
from suites._network import MOVED

_NO_CLASS = frozenset({ProblemKind.NO_CLASS, ProblemKind.TWO_CLASSES, ProblemKind.EXCEPTION})
"""Problems of a class that a right one takes the place of."""
_OURS = Note(kind="reference-value")
_ALIKE = Note(kind="neurons-alike")


class NetworkGrading(NamedTuple):
    """The outcome of the suites about networks."""

    suites: tuple[SuiteResult, ...]
    loaded: LoadReply
    notes: tuple[Note, ...]
    printed: str
    diagnosis: Diagnosis | None


def grade_networks(
    source: Source, suites: Sequence[Suite], sandbox: Sandbox, seed: int, *, diagnose: bool
) -> NetworkGrading:
    """Grade a submission on suites about networks.

    Raises `GraderError` if the sandbox fails; never for anything in the submission.
    """
    grading = _Grading(source, suites, sandbox, seed)
    grading.play_on_its_own()
    if grading.plays_on_ours:
        grading.play_on_ours()
    diagnosis = grading.diagnosis() if diagnose else None
    return NetworkGrading(grading.results(), grading.loaded, grading.notes(), grading.printed, diagnosis)


@dataclass
class _Grading:
    source: Source
    suites: Sequence[Suite]
    sandbox: Sandbox
    seed: int
    loaded: LoadReply = field(default_factory=LoadReply)
    printed: str = ""
    played: ByGraph = field(default_factory=dict)
    own_notes: tuple[Note, ...] = ()
    used_ours: bool = False
    """Whether some graph counts as it came out on our class."""

    def play_on_its_own(self) -> None:
        """Play every graph on the class of the submission."""
        with SandboxSession(self.sandbox, self.source, needs_backward=True) as session:
            self.played = play_all(session, plays_of(self.suites, self.seed), judge_network)
            self.loaded, self.printed, self.own_notes = session.loaded, session.printed, session.notes

    @property
    def plays_on_ours(self) -> bool:
        """Whether something is left that a right class may make right."""
        if self.loaded.problem is not None:
            return self.loaded.problem.kind in _NO_CLASS
        return any(worst(plays) is not None for plays in self.played.values())

    def play_on_ours(self) -> None:
        """Play what is not right on a right class in the place of the submission's own."""
        own = self.loaded.problem is None
        source = self._with_ours()
        left = {graph for graph, plays in self.played.items() if worst(plays) is not None}
        planned = [
            each for each in plays_of(self.suites, self.seed) if not own or id(each.play.graph) in left
        ]
        with SandboxSession(self.sandbox, source, needs_backward=True) as session:
            on_ours = play_all(session, planned, judge_network)
            if not own:
                self.loaded, self.printed = session.loaded, session.printed
        if self.loaded.problem is not None:
            return
        self.used_ours = not own
        for graph, plays in on_ours.items():
            if not own or _counts(plays, self.played[graph]):
                self._count(graph, plays)

    def _count(self, graph: int, plays: list[Judged]) -> None:
        """Let a graph count as it came out on our class."""
        self.used_ours = self.used_ours or worst(plays) is None
        self.played[graph] = plays

    def diagnosis(self) -> Diagnosis:
        """Return why graphs failed."""
        if self.loaded.problem is not None:
            return Diagnosis(status="nothing")
        source = self._with_ours() if self.used_ours else self.source
        return _diagnosis_of(source, self.suites, self.sandbox, self.seed, self.played)

    def notes(self) -> tuple[Note, ...]:
        """Return the notes of what had to be adapted."""
        seen = (judged.observation.network for plays in self.played.values() for judged in plays)
        are_alike = any(each.are_alike for each in seen if each is not None)
        return (*self.own_notes, *((_OURS,) if self.used_ours else ()), *((_ALIKE,) if are_alike else ()))

    def results(self) -> tuple[SuiteResult, ...]:
        """The results of the suites."""
        if self.loaded.problem is not None:
            return tuple(not_run(suite) for suite in self.suites)
        graphs = {
            suite.slug: [
                _with_own_names(graph_result(suite, graph, self.played[id(graph)], ()))
                for graph in suite.graphs
            ]
            for suite in self.suites
        }
        return tuple(suite_results(self.suites, graphs))

    def _with_ours(self) -> Source:
        return self.source._replace(reference=reference_text(), class_name="")


def _with_own_names(result: GraphResult) -> GraphResult:
    """Return the result with each parameter under its own name: in the graph, moved ones have a prefix."""
    if not result.wrong:
        return result
    return replace(result, wrong=tuple(replace(w, node=w.node.removeprefix(MOVED)) for w in result.wrong))


def _counts(ours: Sequence[Judged], own: Sequence[Judged]) -> bool:
    """Whether a graph counts as it came out on our class: not where it went further on its own.

    An exception on our class says nothing: the file may use more of its own class than ours has.
    """
    shown, before = worst(ours), worst(own)
    if shown is None or before is None:
        return shown is None
    if shown.observation.status is PlayStatus.NOT_APPLICABLE:
        return before.observation.status is not PlayStatus.ANSWERED
    return shown.observation.status is PlayStatus.ANSWERED


@spanned("diagnose networks")
def _diagnosis_of(
    source: Source, suites: Sequence[Suite], sandbox: Sandbox, seed: int, played: ByGraph
) -> Diagnosis:
    """Return why graphs failed, other than for what is not written. The points stand, whatever happens here.

    Args:
        source: The submission, with a right class in the place of its own where graphs were judged on that.
        suites: The suites about networks.
        sandbox: Where it is played.
        seed: The seed of the grading.
        played: The plays of each graph, as they were judged.
    """
    failed = [judged for judged in wrong_graphs(played) if verdict_on(judged) is Verdict.FAILED]
    if not failed:
        return Diagnosis(status="nothing")
    passed = [plays[-1] for plays in played.values() if worst(plays) is None]
    graphs = {id(judged.planned.play.graph) for judged in (*failed, *passed)}
    fresh = itertools.count(seed + 1)
    try:
        with SandboxSession(sandbox, source._replace(of_networks=True), needs_backward=True) as session:
            session.load()

            def edited(edits: EditNumbers) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
                asked = (each for each in plays_of(suites, next(fresh)) if id(each.play.graph) in graphs)
                return play_edited(session, edits, list(asked), judge_network)

            found = NetworkDiagnosis(session, failed, passed, judge_network, edited).diagnose()
            return with_pictures(found, failed)
    except MachineTooBusy:
        raise  # a diagnosis does not depend on who else uses the machine: it is made later
    except Exception:
        logging.getLogger(__name__).exception("a diagnosis of a network failed")
        return Diagnosis(status="failed")
