"""From observations to the verdict on a graph. The worst play counts."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import field

from grader.compare import Quantity, Reason, Wrong, unkept_gradients, wrong_numbers
from grader.expected import expect
from grader.plan import Planned
from grader.records import Frozen, replace
from grader.report import GraphResult, Input, Orders, Verdict, WrongNode
from grader.sandbox.plays import Observation, PlayStatus
from grader.sandbox.replies import Problem, ProblemKind, SecondUse
from suites import Convention, Drive, Graph, Suite

_LINEAR_GROWTH = 8.0
_NONE = (Reason.NONE, Reason.ABSENT)
_MOST_SHOWN = 20


class Judged(Frozen):
    """A play, what it gave, and what is wrong with that."""

    planned: Planned
    observation: Observation
    wrong: list[Wrong] = field(default_factory=list)
    convention: Convention | None = None

    @property
    def right(self) -> bool:
        """Return whether every number that counts was computed and right."""
        return self.observation.status is PlayStatus.ANSWERED and not self.wrong


Judge = Callable[[Planned, Observation], Judged]


def judge(planned: Planned, observation: Observation) -> Judged:
    """Compare one play, also under the conventions that its graph tolerates."""
    if observation.status is not PlayStatus.ANSWERED:
        return Judged(planned, observation)
    wrong = wrong_numbers(planned.play, observation, planned.instance.expected)
    if not wrong:
        return Judged(planned, observation)
    for convention in planned.play.graph.tolerates:
        if _follows(planned, observation, convention):
            return Judged(planned, observation, convention=convention)
    return Judged(planned, observation, wrong)


def _follows(planned: Planned, observation: Observation, convention: Convention) -> bool:
    """Whether the numbers are those of a convention; passes may compound with their seed or without."""
    program, inputs = planned.play.graph.program, planned.instance.inputs
    ways = (False, True) if convention is Convention.PASSES_COMPOUND else (False,)
    expected = (expect(program, inputs, (convention,), seed_adds=adds) for adds in ways)
    return any(not wrong_numbers(planned.play, observation, right) for right in expected)


def worst(plays: Sequence[Judged]) -> Judged | None:
    """The play to show: one that failed, at textbook inputs if one of those did."""
    failed = [judged for judged in plays if not judged.right]
    return min(failed, key=lambda judged: not judged.planned.instance.textbook, default=None)


def graph_result(suite: Suite, graph: Graph, plays: Sequence[Judged], again: Sequence[Judged]) -> GraphResult:
    """The verdict on a graph from its plays and, where it failed, from those in a fresh child."""
    if worst(plays) is None:
        return _passed(graph, plays)
    shown = worst([*plays, *again])
    assert shown is not None
    verdict = verdict_on(shown)
    if verdict is not Verdict.FAILED:
        possible = graph.points if verdict is Verdict.MISSING else 0
        problem = shown.observation.problem or policy_of(shown)
        return GraphResult(graph=graph.caption, verdict=verdict, earned=0, possible=possible, problem=problem)
    return GraphResult(
        graph=graph.caption,
        verdict=verdict,
        earned=0,
        possible=graph.points,
        inputs=_inputs(shown),
        textbook=shown.planned.instance.textbook,
        wrong=_wrong_nodes(graph, shown.wrong),
        problem=shown.observation.problem,
        orders=_orders(shown, plays, again),
        unrepeatable=_is_unrepeatable(plays, again),
        not_backprop=suite.drive is Drive.OWN_RULE,
    )


def _passed(graph: Graph, plays: Sequence[Judged]) -> GraphResult:
    conventions = tuple(dict.fromkeys(judged.convention for judged in plays if judged.convention))
    unkept = _unkept(graph, plays[0])
    if not conventions and not unkept:
        return _passed_plainly(graph)
    return replace(_passed_plainly(graph), conventions=conventions, unkept=unkept)


@lru_cache(maxsize=1024)
def _passed_plainly(graph: Graph) -> GraphResult:
    """Return the result of most graphs of most submissions: passed, with nothing to note."""
    points = graph.points
    return GraphResult(graph=graph.caption, verdict=Verdict.PASSED, earned=points, possible=points)


def verdict_on(shown: Judged) -> Verdict:
    """Return the verdict on a graph from a play that is not right."""
    suite = shown.planned.play.suite
    match shown.observation.status:
        case PlayStatus.NOT_APPLICABLE:
            return Verdict.NOT_APPLICABLE
        case PlayStatus.MISSING:
            return Verdict.NOT_APPLICABLE if suite.optional else Verdict.MISSING
    if suite.drive is Drive.OWN_RULE and not ignores_rules(shown):
        return Verdict.NOT_APPLICABLE
    if suite.judges_every_node and _keeps_leaves_only(shown):
        return Verdict.NOT_APPLICABLE
    return Verdict.FAILED if policy_of(shown) is None else Verdict.NOT_APPLICABLE


def policy_of(shown: Judged) -> Problem | None:
    """Return the problem that nodes cannot be used again after a pass, if that is a policy of the class."""
    if shown.observation.status is PlayStatus.NOT_APPLICABLE:
        return shown.observation.problem
    match shown.observation.second_use:
        case SecondUse(uncleared=True):
            return Problem(kind=ProblemKind.UNCLEARED)
        case SecondUse(freed=True):
            return Problem(kind=ProblemKind.GRAPH_FREED)
    return None


def _keeps_leaves_only(shown: Judged) -> bool:
    """Whether results have no gradient at all, by the convention of PyTorch, and all else is right."""
    inputs = len(shown.planned.play.graph.program.inputs)
    return shown.observation.status is PlayStatus.ANSWERED and all(
        wrong.node >= inputs and wrong.quantity is Quantity.GRADIENT and wrong.reason in _NONE
        for wrong in shown.wrong
    )


def ignores_rules(shown: Judged) -> bool:
    """Whether the true gradients came although a rule was replaced.

    Said only of a class that calls its rules, or whose work grows faster than that of
    backpropagation: each sign alone could mislead.
    """
    facts, play = shown.observation.own_rule, shown.planned.play
    if facts is None or not (facts.called or (facts.growth or 0.0) >= _LINEAR_GROWTH):
        return False
    return not wrong_numbers(play, shown.observation, expect(play.graph.program, play.inputs))


def ends_alike(one: Judged, other: Judged) -> bool:
    """Whether both gave numbers, or stopped at the same problem."""
    return _end_of(one) == _end_of(other)


def _end_of(judged: Judged) -> Problem | None:
    """Return the problem at which it stopped; of a loop, not what is known of it, nor at which line."""
    problem = judged.observation.problem
    if problem is None or problem.kind is not ProblemKind.TIME:
        return problem
    return replace(problem, loop=None, line=None)


def depends_on_layout(plays: Sequence[Judged]) -> bool:
    """Whether plays at the same inputs gave something else in another layout."""
    given: dict[tuple[float, ...], set[object]] = {}
    for judged in plays:
        given.setdefault(judged.planned.play.inputs, set()).add(_errors_of(judged))
    return any(len(each) > 1 for each in given.values())


def _errors_of(judged: Judged) -> object:
    """Return what is wrong with a play, apart from rounding."""
    wrong = [(w.node, w.quantity, w.reason, w.got and f"{w.got:.9g}") for w in judged.wrong]
    return (judged.observation.status, judged.observation.problem, *wrong)


def _orders(shown: Judged, plays: Sequence[Judged], again: Sequence[Judged]) -> Orders | None:
    """Count in how many orders the graph came out right, where it did in some and not in others."""
    if shown.planned.play.layout is None and not shown.planned.play.order:
        return None
    for tried in (again, (*plays, *again)):
        if orders := _mixed(tried):
            return orders
    return None


def _mixed(tried: Sequence[Judged]) -> Orders | None:
    """The inputs that came out right in some of their orders only; each order counts once."""
    orders: dict[tuple[float, ...], dict[tuple[object, ...], bool]] = {}
    for judged in tried:
        play = judged.planned.play
        orders.setdefault(play.inputs, {})[(play.layout, play.order)] = judged.right
    mixed = [rights.values() for rights in orders.values() if len(set(rights.values())) > 1]
    most = max(mixed, key=len, default=None)
    return None if most is None else Orders(right=sum(most), tried=len(most))


def _is_unrepeatable(plays: Sequence[Judged], again: Sequence[Judged]) -> bool:
    """Whether a play that failed was right when it was played once more in a fresh child."""
    failed = {id(judged.planned) for judged in plays if not judged.right}
    return any(judged.right and id(judged.planned) in failed for judged in again)


def _inputs(shown: Judged) -> tuple[Input, ...]:
    play = shown.planned.play
    pairs = zip(play.graph.program.inputs, play.inputs, strict=True)
    return tuple(Input(name=name, value=value) for name, value in pairs)


def _wrong_nodes(graph: Graph, wrong: Sequence[Wrong]) -> tuple[WrongNode, ...]:
    texts = graph.program.texts
    return tuple(
        WrongNode(node=texts[w.node], quantity=w.quantity, reason=w.reason, expected=w.expected, got=w.got)
        for w in wrong[:_MOST_SHOWN]
    )


def _unkept(graph: Graph, first: Judged) -> tuple[WrongNode, ...]:
    if first.convention or first.planned.play.suite.drive is not Drive.BACKWARD:
        return ()
    play, expected = first.planned.play, first.planned.instance.expected
    return _wrong_nodes(graph, unkept_gradients(play, first.observation, expected))
