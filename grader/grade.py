"""Grades one submission: plays out, observations in, verdicts and points.

Points come from numbers compared here, outside the sandbox. Expected values never enter it.
"""

import itertools
import sys
from collections.abc import Container, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from grader.assignment import GradientPolicy, SeedPolicy, SuiteSelection
from grader.battery import ByGraph, play_all, play_edited, wrong_graphs
from grader.drawn import drawn, plays_of
from grader.errors import MachineTooBusy
from grader.finding import Diagnosis, Finding
from grader.gradient_method.conclusion import by_own_rule, by_watching, on_ordinary_graph
from grader.gradient_method.plays import (
    further_plays,
    middle_plays,
    ordinary_plays,
    own_rule_plays,
    small_plays,
)
from grader.gradients import NOT_SHOWN, Gradients
from grader.half_done import below_the_output
from grader.judge import Judged, depends_on_layout, graph_result, verdict_on, worst
from grader.plan import Planned, PlannedAgain, plan_again
from grader.records import replace
from grader.report import GraphResult, Report, SuiteResult, Verdict
from grader.sandbox.plays import PlayStatus, Source, ValueKind
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import AppliedEdit, ClassPlace, LoadReply, Note, ProblemKind
from grader.sandbox_children import FATAL
from grader.sandbox_session import EditNumbers, SandboxSession
from grader.score import (
    forward_only,
    not_run,
    standing_together,
    suite_results,
    total,
    with_graphs_kept,
    with_unwritten,
    without_absent,
)
from grader.spans import spanned
from grader.unfinished import Progress
from suites import Drive, Stage, load

_PROBES = 0x5EED
"""Makes another seed of a file's, so that probes do not change what it is asked."""

_FIRST_OPERATIONS = {frozenset("+"), frozenset("*")}
"""The operations, each alone, that show whether a class records."""

_WHOLE = 0xBE70
"""A number that makes another seed of a file's, for graphs that are looked at and not graded."""


def grade(
    source: Source,
    assignment: SuiteSelection,
    sandbox: Sandbox,
    *,
    seed: int | None = None,
    diagnose: bool = True,
) -> Report:
    """Return the report on a submission. Same file and seed, same report; without `diagnose` the same points.

    Raises `GraderError` if the sandbox fails; never for anything in the submission.
    """
    seed = int(source.sha256[:16], 16) if seed is None else seed
    if any(suite.drive is Drive.NETWORK for suite in assignment.suites):
        return _grade_with_networks(source, assignment, sandbox, seed, diagnose=diagnose)
    seen = _see(_as_assigned(source, assignment), assignment, sandbox, seed, diagnose=diagnose)
    loaded, suites = seen.loaded, _suite_results(assignment, seen)
    return Report(
        name=source.name,
        sha256=source.sha256,
        seed=f"{seed:x}",
        assignment=assignment.name,
        sandbox=sandbox.level,
        made_by=made_by(),
        score=total(suites),
        problem=loaded.problem,
        error=loaded.error,
        found=loaded.found,
        operations=loaded.operations,
        notes=seen.notes,
        absent=loaded.absent,
        printed=seen.printed,
        gradients=seen.gradients,
        suites=suites,
        unfinished=seen.progress.unfinished(),
        diagnosis=seen.diagnosis,
        untried=seen.untried,
        beyond=seen.beyond,
    )


def _as_assigned(source: Source, assignment: SuiteSelection) -> Source:
    """Return the source as the assignment wants it: the class that it names, and who sets the seed."""
    if assignment.seed is SeedPolicy.CALLER:
        source = source._replace(caller_seeds=True)
    return source._replace(class_name=assignment.class_name) if assignment.class_name else source


class _ClassSeen(NamedTuple):
    """All that was seen of a class in its sandbox; of one that does not load, that nothing was."""

    loaded: LoadReply
    notes: tuple[Note, ...]
    printed: str
    progress: Progress
    graphs: dict[str, list[GraphResult]]
    gradients: Gradients = NOT_SHOWN
    untried: tuple[ClassPlace, ...] | None = None
    diagnosis: Diagnosis | None = None
    beyond: tuple[Finding, ...] = ()


def _see(
    source: Source, assignment: SuiteSelection, sandbox: Sandbox, seed: int, *, diagnose: bool
) -> _ClassSeen:
    with SandboxSession(sandbox, source, assignment.needs_backward) as session:
        session.start()
        first, probed = _first(session, assignment, seed)
        loaded = session.loaded
        if loaded.problem is not None or not assignment.suites:
            progress = Progress(loaded, (), assignment.suites)
            return _ClassSeen(loaded, session.notes or loaded.notes, session.printed, progress, {})
        gradients = _gradients(session, first, probed, seed)
        untried = _untried(session, first) if diagnose else None
        graphs = _graph_results(assignment, session, first, Random(seed))
        notes, printed = session.notes or loaded.notes, session.printed
        progress = Progress(loaded, list(first.values()), assignment.suites, session.source.content)
        diagnosis = None
        if diagnose:
            progress, diagnosis = _diagnosed(session, first, assignment, seed, progress)
        if diagnosis is not None and diagnosis.findings:
            from grader.diagnosis.by_method import named_by_method

            diagnosis = named_by_method(diagnosis, gradients)
        if not _is_spotless(diagnosis):
            return _ClassSeen(loaded, notes, printed, progress, graphs, gradients, None, diagnosis)
        beyond = _beyond(session, assignment, seed ^ _WHOLE)
        return _ClassSeen(loaded, notes, printed, progress, graphs, gradients, untried, diagnosis, beyond)


def _grade_with_networks(
    source: Source, assignment: SuiteSelection, sandbox: Sandbox, seed: int, *, diagnose: bool
) -> Report:
    """Return the report on networks, with that on the class beside them where suites ask for one."""
    from grader.networks.report import with_networks

    rest = tuple(suite for suite in assignment.suites if suite.drive is not Drive.NETWORK)
    of_class = replace(assignment, suites=rest)
    report = grade(source, of_class, sandbox, seed=seed, diagnose=diagnose) if rest else None
    return with_networks(source, assignment, sandbox, seed, report, made_by=made_by(), diagnose=diagnose)


@cache
def made_by() -> str:
    """The version that is installed, by the name of its metadata: to read them takes ten times as long."""
    for folder in map(Path, sys.path):
        for metadata in folder.glob("backgrade-*.dist-info"):
            return metadata.stem.removeprefix("backgrade-")
    from importlib.metadata import version

    return version("backgrade")


def prepare(assignment: SuiteSelection) -> None:
    """Do now what else the first grading does: who waits for a sandbox has the time."""
    plays_of(assignment.suites, 0)


def _suite_results(assignment: SuiteSelection, seen: _ClassSeen) -> tuple[SuiteResult, ...]:
    """Return the results by the rules of the assignment: for absent operations, kept graphs, gradients."""
    suites, by_hand = assignment.suites, _is_by_hand(seen.notes)
    graphs = without_absent(suites, seen.graphs)
    if not graphs:
        return tuple(map(not_run, suites))
    if not by_hand:
        graphs = standing_together(suites, graphs)
    if assignment.keep_graph:
        graphs = with_graphs_kept(suites, graphs)
    if seen.gradients.is_proven_otherwise and assignment.gradients is GradientPolicy.BACKPROPAGATION:
        graphs = forward_only(suites, graphs, by_hand=by_hand)
    return tuple(suite_results(suites, with_unwritten(suites, graphs, seen.progress.unwritten)))


def _first(session: SandboxSession, assignment: SuiteSelection, seed: int) -> tuple[ByGraph, list[Judged]]:
    """Play what is asked for, and graphs with a replaced local rule, which show how gradients are obtained.

    Return the judged plays of the assignment by graph, and those of the replaced rule.
    """
    if not assignment.suites:
        session.load()
        return {}, []
    planned = plays_of(assignment.suites, seed)
    asked = _graphs_of(planned)
    probes = own_rule_plays(seed) if assignment.needs_backward else []
    own = _graphs_of(probes)
    planned = planned + [p for p in probes if id(p.play.graph) not in asked]
    first = play_all(session, planned)
    # Sums or products give no input a gradient: they may do so only where a flag or a switch says so.
    if session.loaded.problem is None and not _is_recorded(first) and session.makes_record():
        first = play_all(session, planned)
    probed = [judged for graph in own for judged in first[graph]]
    for graph in own - asked:
        del first[graph]
    return first, probed


def _graphs_of(planned: Sequence[Planned]) -> set[int]:
    return {id(each.play.graph) for each in planned}


def _is_recorded(first: ByGraph) -> bool:
    """Whether some input has received a gradient from the rules, and from sums and products alone."""
    received: dict[frozenset[str], bool] = {}
    for judged in itertools.chain.from_iterable(first.values()):
        suite, ops = judged.planned.play.suite, judged.planned.play.graph.program.ops
        if suite.drive is Drive.OWN_RULE or received.get(ops):
            continue
        gradients = [*_gradients_of_inputs(judged)]
        if any(number != 0.0 and ValueKind(kind).is_number for number, kind in gradients):
            received[ops] = True
        elif gradients and ops in _FIRST_OPERATIONS:
            received[ops] = False
    return any(received.values()) and all(received.values())


def _gradients_of_inputs(judged: Judged) -> Iterable[tuple[float, int]]:
    """Return the gradients that the play gave of inputs; an input that is the output has one anyway."""
    program, gradients = judged.planned.play.graph.program, judged.observation.gradients
    given = zip(program.inputs, gradients.values, gradients.kinds, strict=False)
    return ((number, kind) for name, number, kind in given if name != program.root)


def _is_by_hand(notes: Sequence[Note]) -> bool:
    """Whether closures were called by hand where that was asked, and not `backward()` in their place."""
    return not any(note.kind == "by-backward" for note in notes)


def _gradients(session: SandboxSession, first: ByGraph, probed: list[Judged], seed: int) -> Gradients:
    """How gradients are obtained. Where a rule of our own was followed, one ordinary graph is watched.

    Where no pass gave anything right, or one ended its child, there is nothing to ask.
    """
    plays = _with_a_pass(session, first)
    followed = by_own_rule(probed)
    # A pass that ended its child may end the next one; a class with nothing right shows no way to it.
    if any(map(_ended_its_child, plays)) or not any(judged.right for judged in plays):
        return followed or NOT_SHOWN
    if followed is not None:
        ordinary = _listed(play_all(session, ordinary_plays(plays, seed)))
        if gradients := on_ordinary_graph(followed, ordinary):
            return gradients
    watched = _by_watching(session, plays, probed, Random(seed ^ _PROBES))
    return followed if followed is not None and watched == NOT_SHOWN else watched


def _with_a_pass(session: SandboxSession, first: ByGraph) -> list[Judged]:
    """Return the plays for which the class ran its own pass."""
    through = {Drive.BACKWARD} if _is_by_hand(session.notes) else {Drive.BACKWARD, Drive.BY_HAND}
    return [judged for judged in _listed(first) if judged.planned.play.suite.drive in through]


def _ended_its_child(judged: Judged) -> bool:
    problem = judged.observation.problem
    return problem is not None and problem.kind in FATAL


def _by_watching(
    session: SandboxSession, plays: list[Judged], probed: list[Judged], rng: Random
) -> Gradients:
    """How gradients are obtained by what comes up in a pass, from small graphs to larger ones."""
    watched = _listed(play_all(session, small_plays(rng)))
    gradients = by_watching(watched, probed, plays)
    if not gradients.is_proven_otherwise and (more := middle_plays(watched, rng)):
        watched += _listed(play_all(session, more))
        gradients = by_watching(watched, probed, plays)
    if gradients.is_proven_otherwise:
        return gradients
    more = further_plays(plays, rng, growth=not gradients.is_proven_backpropagation)
    watched += _listed(play_all(session, more))
    return by_watching(watched, probed, plays)


def _listed(by_graph: ByGraph) -> list[Judged]:
    return [judged for each in by_graph.values() for judged in each]


def _diagnosed(
    session: SandboxSession, first: ByGraph, assignment: SuiteSelection, seed: int, progress: Progress
) -> tuple[Progress, Diagnosis]:
    """Return the diagnosis; of a half-done class, also of graphs that are not graded."""
    suites = below_the_output(progress)
    played = play_all(session, plays_of(suites, seed)) if suites else {}
    doubted = {op for judged in wrong_graphs(played) for op in judged.planned.play.suite.about}
    if not doubted:
        return progress, _diagnosis(session, first, assignment, seed, progress)
    both, asked = {**first, **played}, replace(assignment, suites=(*assignment.suites, *suites))
    of_both = replace(progress, plays=list(both.values()), suites=asked.suites)
    return replace(progress, doubted=doubted), _diagnosis(session, both, asked, seed, of_both)


@spanned("diagnose")
def _diagnosis(
    session: SandboxSession, first: ByGraph, assignment: SuiteSelection, seed: int, progress: Progress
) -> Diagnosis:
    """Why it failed, other than for what is not written yet. Whatever happens in here, the points stand."""
    shown = wrong_graphs(first)
    failed = [judged for judged in shown if verdict_on(judged) is Verdict.FAILED]
    failed = list(itertools.filterfalse(progress.waits_for_rule, failed))
    missing = [judged for judged in shown if verdict_on(judged) is Verdict.MISSING]
    if not failed and not missing:
        return Diagnosis(status="nothing")
    from grader.diagnosis.engine import DiagnosisEngine

    right = {graph: plays[-1] for graph, plays in first.items() if worst(plays) is None}
    passed = list(right.values())
    fresh = itertools.count(seed + 1)

    def play_anew(edits: EditNumbers) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
        """Return what is still wrong on new inputs with these edits, and what they changed."""
        played = _played_anew(session, edits, _proof(assignment, right, next(fresh)), failed)
        if played is None:
            return None
        wrong, shown = played
        return list(itertools.filterfalse(progress.waits_for_rule, wrong)), shown

    try:
        return DiagnosisEngine(session, failed, missing, passed, play_anew, progress.stubs.keys()).diagnose()
    except MachineTooBusy:
        raise  # a diagnosis does not depend on who else uses the machine: it is made later
    except Exception:
        import logging

        logging.getLogger(__name__).exception("a diagnosis failed")
        return Diagnosis(status="failed")


def _played_anew(
    session: SandboxSession, edits: EditNumbers, proof: Sequence[Planned], failed: Sequence[Judged]
) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
    """Return what is wrong with these edits, and what they changed; None where it came to nothing.

    Where a graph ends the child that ended it before the edits, too, all such graphs are as wrong as before.
    """
    if (played := play_edited(session, edits, proof)) is not None:
        return played
    stopped = {id(judged.planned.play.graph): judged for judged in failed if _ended_its_child(judged)}
    others = [planned for planned in proof if id(planned.play.graph) not in stopped]
    played = play_edited(session, edits, others) if stopped else None
    return played and ([*played[0], *stopped.values()], played[1])


def _is_spotless(diagnosis: Diagnosis | None) -> bool:
    """Whether a diagnosis was asked for and had nothing to explain."""
    return diagnosis is not None and diagnosis.status == "nothing"


def _untried(session: SandboxSession, first: ByGraph) -> tuple[ClassPlace, ...] | None:
    """The methods that no right graph runs, where only operations are missing: nothing is known of these."""
    verdicts = {verdict_on(judged) for judged in wrong_graphs(first)}
    if Verdict.MISSING not in verdicts or Verdict.FAILED in verdicts:
        return None
    right = [plays[0].planned.play for plays in first.values() if worst(plays) is None]
    return session.uncalled(right)


def _beyond(session: SandboxSession, assignment: SuiteSelection, seed: int) -> tuple[Finding, ...]:
    """Find what is wrong with the whole graph, of a class that passed all that is graded."""
    asked = {suite.slug for suite in assignment.suites}
    suites = tuple(
        suite for suite in load().values() if suite.stage is Stage.WHOLE_GRAPH and suite.slug not in asked
    )
    if not assignment.needs_backward or not suites:
        return ()
    whole = SuiteSelection(assignment.name, suites, assignment.gradients, assignment.seed)
    played = play_all(session, plays_of(suites, seed))
    progress = Progress(session.loaded, list(played.values()), suites)
    return _diagnosis(session, played, whole, seed, progress).findings


def _proof(assignment: SuiteSelection, right: Container[int], seed: int) -> list[Planned]:
    """Return further plays on fresh inputs: all of graphs that failed, and one of each that passed."""
    return [
        planned
        for suite in assignment.suites
        for graph, asked in zip(suite.graphs, drawn(suite, seed), strict=True)
        for planned in ((asked.once,) if id(graph) in right else asked.plays)
    ]


def _graph_results(
    assignment: SuiteSelection, session: SandboxSession, first: ByGraph, rng: Random
) -> dict[str, list[GraphResult]]:
    """Return every graph's result, by the slug of its suite.

    Those that failed are played again in a fresh child.
    """
    failed = [judged for plays in first.values() if (judged := worst(plays)) and _worth_another(judged)]
    session.restart()
    again = _again(session, first, [plan_again(judged.planned, rng) for judged in failed])
    return {
        suite.slug: [graph_result(suite, graph, first[id(graph)], again[id(graph)]) for graph in suite.graphs]
        for suite in assignment.suites
    }


def _again(session: SandboxSession, first: ByGraph, planned: Sequence[PlannedAgain]) -> ByGraph:
    """Play graphs that failed again; in other layouts only where these matter."""
    again = play_all(session, [p for each in planned for p in each.deciding])
    graphs = {graph for graph, plays in again.items() if depends_on_layout([*first[graph], *plays])}
    further = [p for each in planned for p in each.further if id(p.play.graph) in graphs]
    for graph, plays in play_all(session, further).items():
        again[graph] += plays
    return again


def _worth_another(judged: Judged) -> bool:
    """Whether playing again could show something: a state that leaks, or a dependence on the order."""
    problem = judged.observation.problem
    ended = problem is not None and problem.kind in (*FATAL, ProblemKind.MEMORY)
    by_own_rule = judged.planned.play.suite.drive is Drive.OWN_RULE
    return not by_own_rule and not ended and judged.observation.status is not PlayStatus.MISSING
