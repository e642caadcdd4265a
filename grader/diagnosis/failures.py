"""Tells how plays failed: which of them alike, and what stands out in their numbers and graphs."""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

from grader.compare import Quantity
from grader.diagnosis import exceptions
from grader.diagnosis.edits.panel import operations
from grader.diagnosis.numbers.nearness import is_as_by_a_difference
from grader.finding import Where
from grader.hangs import FEW_VISITS
from grader.judge import Judged
from grader.sandbox.replies import Problem, ProblemKind, absent_module
from suites import BINARY, Drive, Program, Stage

_CORE = 3
_EXACT = 1e-12


def kind_of_failure(judged: Judged) -> tuple[object, ...]:
    """Return the key of plays that failed alike."""
    problem = judged.observation.problem
    if problem is not None and problem.loop is not None:
        return "loop", problem.line, problem.cell
    if (said := exceptions.reproach(problem)) is not None:
        return "one cause", said
    if problem is not None:
        if (module := absent_module(problem.type, problem.message)) is not None:
            return "module", module
        return problem.kind, problem.type, problem.line, problem.operation
    if judged.planned.play.suite.drive is Drive.OWN_RULE:
        return ("own-rule",)
    return "numbers", is_nearly_right(judged)


def is_nearly_right(judged: Judged) -> bool:
    """Whether each wrong number is a gradient that is as far off as a difference quotient."""
    return judged.observation.problem is None and all(
        each.quantity is Quantity.GRADIENT
        and each.got is not None
        and is_as_by_a_difference(each.got, each.expected)
        for each in judged.wrong
    )


def is_later(judged: Judged, lines: Sequence[Where]) -> bool:
    """Whether a play stopped at another line than the first of a cause that stops on several."""
    problem = judged.observation.problem
    return (
        bool(lines) and problem is not None and (problem.line, problem.cell) != (lines[0].line, lines[0].cell)
    )


def size(judged: Judged) -> int:
    """Return how many nodes the graph has."""
    return len(judged.planned.play.graph.program.nodes)


def predictable(alike: Sequence[Judged], operation: str | None) -> list[Judged]:
    """Return the plays that a prediction can be about: those of the pass, if named with the operation.

    Rules that are called by hand show nothing of the pass.
    """
    of_the_pass = (each for each in alike if each.planned.play.suite.drive is Drive.BACKWARD)
    return [each for each in of_the_pass if operation is None or operation in operations([each])]


def uses_a_node_twice(judged: Judged) -> bool:
    """Whether two operations use one node."""
    steps = judged.planned.play.graph.program.operations
    used = [{each for each in step.operands if isinstance(each, str)} for step in steps]
    return any(one & other for one, other in combinations(used, 2))


def gives_a_node_twice(judged: Judged) -> bool:
    """Whether an operation has one node as both of its operands."""
    operands = [step.operands for step in judged.planned.play.graph.program.operations]
    return any(isinstance(each[0], str) and len({*each}) < len(each) for each in operands)


def has_number_first(program: Program) -> bool:
    """Whether some operation has a plain number on its left."""
    return any(
        operation.op in BINARY and not isinstance(operation.operands[0], str)
        for operation in program.operations
    )


def has_many_paths(judged: Judged) -> bool:
    """Whether a walk along every path takes for ever: on a chain, time goes elsewhere."""
    play = judged.planned.play
    return play.suite.stage is Stage.STRESS and play.graph.program.visits > FEW_VISITS


def has_gradients(judged: Judged) -> bool:
    """Whether some input has a gradient, right or wrong: where none has, there is no order to be seen."""
    return any(map(math.isfinite, judged.observation.gradients.received[: len(judged.planned.play.inputs)]))


def lacks_the_middle_alone(judged: Judged) -> bool:
    """Whether all that is wrong is that nodes between the inputs and the output have no gradient.

    Nor may the output have one, where only a node without operands stores what it is given.
    """
    program = judged.planned.play.graph.program
    output = program.index[program.root]
    between, places = range(len(program.inputs), output), [each.node for each in judged.wrong]
    is_nothing = all(each.quantity is Quantity.GRADIENT and not each.got for each in judged.wrong)
    return is_nothing and {output} != {*places} <= {*between, output}


def only_textbook_is_right(failed: Sequence[Judged], passed: Sequence[Judged]) -> bool:
    """Whether the core fails at inputs that nobody published, and only there."""
    core = [judged for judged in failed if judged.planned.play.suite.core]
    unpublished = [judged for judged in core if not judged.planned.instance.textbook]
    others = any(judged.planned.play.suite.core for judged in passed)
    return len(unpublished) >= _CORE and not others


def gives_inputs_ones_alone(failed: Iterable[Judged]) -> bool:
    """Whether one pass over products gives each input 1 and no other node any, at unpublished inputs."""
    gradients = [_before_output(each) for each in failed if _is_unpublished_product(each)]
    return any(between for _, between in gradients) and all(
        {*inputs} == {1.0} and not any(between) for inputs, between in gradients
    )


def _is_unpublished_product(judged: Judged) -> bool:
    """Whether its graph has a product and one pass, at inputs that nobody published."""
    program = judged.planned.play.graph.program
    return "*" in program.ops and program.passes == 1 and not judged.planned.instance.textbook


def _before_output(judged: Judged) -> tuple[Sequence[float], Sequence[float]]:
    """Return the gradients of the inputs, and those of the nodes between them and the output."""
    program, values = judged.planned.play.graph.program, judged.observation.gradients.received
    count = len(program.inputs)
    return values[:count], values[count : program.index[program.root]]


def are_exact(passed: Sequence[Judged]) -> bool:
    """Whether gradients are as good as those of backpropagation, which differences never are."""
    pairs = [pair for judged in passed for pair in _gradients(judged)]
    return all(math.isclose(got, right, rel_tol=_EXACT, abs_tol=_EXACT) for got, right in pairs)


def _gradients(judged: Judged) -> list[tuple[float, float]]:
    """Return for each input its gradient as it was got, and as it is right."""
    seen, right = judged.observation.gradients.values, judged.planned.instance.expected.gradients
    return list(zip(seen, right, strict=False))[: len(judged.planned.play.inputs)]


def is_shown(problem: Problem | None) -> bool:
    """Whether lines to paste show it: numbers, an exception, or a result that is no node."""
    return problem is None or problem.kind in (ProblemKind.EXCEPTION, ProblemKind.WRONG_RESULT)
