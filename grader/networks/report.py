"""The report on a submission whose assignment asks for networks, alone or beside the class."""

from grader.assignment import SeedPolicy, SuiteSelection
from grader.finding import Diagnosis
from grader.networks.grading import NetworkGrading, grade_networks
from grader.records import replace
from grader.report import Report, SuiteResult, ToWrite, Unfinished, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import Problem, ProblemKind
from grader.score import not_run, total
from suites import Drive


def with_networks(
    source: Source, assignment: SuiteSelection, sandbox: Sandbox, seed: int, of_class: Report | None,
    *, made_by: str, diagnose: bool,
) -> Report:  # fmt: skip
    """Return the report on all suites of an assignment, given the one on those about the class, if any are.

    Raises `GraderError` if the sandbox fails; never for anything in the submission.
    """
    asked = [suite for suite in assignment.suites if suite.drive is Drive.NETWORK]
    source = source._replace(
        caller_seeds=assignment.seed is SeedPolicy.CALLER, class_name=assignment.class_name
    )
    grading = grade_networks(source, asked, sandbox, seed, diagnose=diagnose)
    if of_class is None:
        return _alone(source, assignment, sandbox, seed, grading, made_by)
    suites = _in_order(assignment, (*of_class.suites, *grading.suites))
    return replace(
        of_class,
        assignment=assignment.name,
        suites=suites,
        score=total(suites),
        problem=grading.loaded.problem,
        notes=tuple(dict.fromkeys((*of_class.notes, *grading.notes))),
        diagnosis=_together(of_class.diagnosis, grading.diagnosis),
    )


def _alone(
    source: Source,
    assignment: SuiteSelection,
    sandbox: Sandbox,
    seed: int,
    grading: NetworkGrading,
    made_by: str,
) -> Report:
    loaded, suites = grading.loaded, grading.suites
    problem = loaded.problem or _unseen(suites)
    if problem is not None:
        suites = tuple(map(not_run, assignment.suites))
    return Report(
        name=source.name,
        sha256=source.sha256,
        seed=f"{seed:x}",
        assignment=assignment.name,
        sandbox=sandbox.level,
        made_by=made_by,
        score=total(suites),
        problem=problem,
        error=loaded.error,
        found=loaded.found,
        operations=loaded.operations,
        notes=grading.notes,
        absent=loaded.absent,
        printed=grading.printed,
        suites=_in_order(assignment, suites),
        unfinished=_unfinished(suites) if problem is None else None,
        diagnosis=grading.diagnosis if problem is None else None,
    )


def _unseen(suites: tuple[SuiteResult, ...]) -> Problem | None:
    """Return why a file is not graded of whose network nothing could be asked: a loss alone is none."""
    of_networks = [suite.possible for suite in suites if suite.slug != "network_loss"]
    if any(of_networks) or not of_networks:
        return None
    return Problem(kind=ProblemKind.NETWORK_UNSEEN, operation="network")


def _unfinished(suites: tuple[SuiteResult, ...]) -> Unfinished | None:
    """Return what is written of a network and what is not; None if nothing is left to write."""
    waiting: dict[str, list[str]] = {}
    for suite in suites:
        for graph in suite.graphs:
            if graph.verdict is Verdict.MISSING and graph.problem is not None and graph.problem.operation:
                waiting.setdefault(graph.problem.operation, []).append(suite.slug)
    if not waiting:
        return None
    passed = {suite.slug for suite in suites if suite.verdict is Verdict.PASSED}
    return Unfinished(
        right=tuple(part for slug, part in _PARTS.items() if slug in passed),
        to_write=tuple(
            ToWrite(operation=part, suites=tuple(dict.fromkeys(slugs))) for part, slugs in waiting.items()
        ),
    )


_PARTS = {
    "network_neuron": "Neuron",
    "network_layer": "Layer",
    "network_mlp": "MLP",
    "network_parameters": "parameters()",
    "network_zero_grad": "zero_grad()",
    "network_loss": "loss",
    "network_step": "step",
}
"""The part that each suite is about, in the order in which they are best written."""


def _in_order(assignment: SuiteSelection, suites: tuple[SuiteResult, ...]) -> tuple[SuiteResult, ...]:
    by_slug = {suite.slug: suite for suite in suites}
    return tuple(by_slug[suite.slug] for suite in assignment.suites)


def _together(one: Diagnosis | None, other: Diagnosis | None) -> Diagnosis | None:
    """The causes of both, those of the class first: networks stand on it."""
    if one is None or other is None or other.status == "nothing":
        return one
    if one.status == "nothing":
        return other
    return replace(one, findings=(*one.findings, *other.findings))
