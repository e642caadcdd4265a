"""What the rule of each operation does, told from numbers alone: which formula gives what an operand got.

Numbers have no style: a closure, a table of lambdas and an object for each operation are asked alike. The
operation is played between inputs and a node that hands it different gradients.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import isclose
from typing import NamedTuple

from grader.compare import USUAL, is_right
from grader.expected import expect
from grader.sandbox.base import Observation, Play, PlayStatus, ValueKind
from suites import OPERATIONS, PRIMITIVES, Graph, Stage, Suite

_POINT, _OTHERS = (1.3, 0.7), ((0.6, 1.9), (1.7, 1.2))
_BELOW_ZERO = (-1.1, 0.8)
_FAR = 25.0
_WEIGHT = 2.3
_CARRIERS = ("", "y = c * w", "y = c / w", "y = c ** 3", "y = c - w", "y = -c", "y = c + c", "y = tanh(c)")
"""What takes the result on, if anything: they hand it gradients that differ, as far as a class has them."""
_FEW = _CARRIERS[1:3]
_EXPONENTS, _BASES = (3, 2, -1), (2, 3)
_LEAST = 3
"""Plays that must have given numbers."""
_EVERYWHERE = 3
"""Operations from which on the same fault in all of them is one fault."""
_EXACT, _TINY = 1e-7, 1e-9
_NOTHING_ARRIVES = ("detached_result", "rule_missing", "rule_not_attached")
_OWN_RULES = {
    "/": "division_rule", "exp": "exp_rule", "log": "log_rule", "relu": "relu_rule", "tanh": "tanh_rule",
    "sigmoid": "sigmoid_rule",
}  # fmt: skip

_VAGUE = {*_OWN_RULES.values(), "precedence"}
"""What is said of a factor that nothing more is known of."""
TOLD = frozenset(
    {
        "contribution_missing", "contribution_twice", "data_for_grad", "exponent_as_node", "exponent_rule",
        "gradient_is_data", "out_grad_added", "out_grad_left_out", "own_data_in_product", "power_rule",
        "product_rule_in_sum", "sum_rule_in_product", "wrong_gradient_read", "wrong_recipient", "wrong_sign",
        *_VAGUE, *_NOTHING_ARRIVES,
    }
)  # fmt: skip
"""Faults that one operation's numbers speak of."""

Played = Callable[[Sequence[Play]], Sequence[Observation]]
_Seen = Sequence[tuple[Play, Observation]]


class Behaviour(NamedTuple):
    """What is wrong with one operation, as far as its numbers tell."""

    operation: str | None
    """None where it is wrong in all of them."""
    faults: tuple[str, ...]
    """Those that its numbers fit; more than one where nothing tells them apart."""
    operand: int | None = None


class _Sample(NamedTuple):
    """One operation in one play."""

    operands: tuple[float, ...]
    result: float
    arriving: float
    """What the result's gradient was."""
    nodes: tuple[int, ...]
    """Which of the operands are nodes."""
    received: tuple[float, ...]
    """What their gradients were."""
    local: tuple[float, ...]
    """The right derivatives by them."""


_Share = Callable[[_Sample], float]
_Suites = Callable[[str], Iterable[Suite]]
_Tell = Callable[[str, _Seen], Behaviour | None]


def behaviours(played: Played) -> list[Behaviour]:
    """What is wrong with which operations; those that only use a wrong one are left out."""
    told = _asked(OPERATIONS, _suites, _of_suite, played)
    if not _is_everywhere(told):
        told |= _asked_again(told, played)
    wrong = {op: each for op, each in told.items() if each.faults is not _RIGHT}
    own = [each for op, each in wrong.items() if not _uses_a_wrong_one(op, wrong)]
    return _of_all(own) if _is_everywhere(told) else [each for each in own if each.faults]


def _asked(operations: Iterable[str], suites: _Suites, tell: _Tell, played: Played) -> dict[str, Behaviour]:
    """What is told of each operation by its suites, all played at once: the first that is not right."""
    asked = [(op, _plays(suite)) for op in operations for suite in suites(op)]
    seen = iter(played([play for _, plays in asked for play in plays]))
    told: dict[str, Behaviour] = {}
    for op, plays in asked:
        each = tell(op, list(zip(plays, seen, strict=False)))
        if each is not None and told.get(op, each).faults in (_RIGHT, each.faults):
            told[op] = each
    return told


def _asked_again(told: Mapping[str, Behaviour], played: Played) -> dict[str, Behaviour]:
    return _asked(_silent(told), _again, lambda op, seen: _with_use(told[op], seen), played)


def _silent(told: Mapping[str, Behaviour]) -> list[str]:
    """Operations whose rules are right or give nothing, where what hands something over is right itself."""
    carriers = {op: told.get("/" if op == "*" else "*") for op in told}
    right = [op for op, carrier in carriers.items() if carrier is not None and carrier.faults is _RIGHT]
    return [op for op in right if told[op].faults in (_RIGHT, ("contribution_missing",), _NOTHING_ARRIVES)]


def _is_everywhere(told: Mapping[str, Behaviour]) -> bool:
    return len(told) >= _EVERYWHERE and not any(each.faults is _RIGHT for each in told.values())


_RIGHT = ("",)


def _of_all(wrong: Sequence[Behaviour]) -> list[Behaviour]:
    """One fault that is in every operation; where they have none in common, it is none of an operation."""
    common = [fault for fault in wrong[0].faults if all(fault in each.faults for each in wrong)]
    named = tuple(fault for fault in common if fault not in (*_NOTHING_ARRIVES, "precedence"))
    return [Behaviour(None, named)] if named else []


def _uses_a_wrong_one(op: str, wrong: Mapping[str, Behaviour]) -> bool:
    """Whether it may be made of one that is wrong; of two that may be made of each other the vaguer is."""
    used = PRIMITIVES[op].made_of & set(wrong)
    return any(op not in PRIMITIVES[other].made_of or _says_less(wrong[op], wrong[other]) for other in used)


def _says_less(one: Behaviour, other: Behaviour) -> bool:
    is_vague, other_is_vague = ({*each.faults} <= _VAGUE for each in (one, other))
    return (is_vague and not other_is_vague) or (is_vague == other_is_vague and one.operation == "-")


def _of_suite(op: str, seen: _Seen) -> Behaviour | None:
    """What one operation does; None where it gave no numbers to tell it by."""
    if seen and _has_changed_inputs(*seen[0]):
        return Behaviour(op, ("operand_changed",))
    return _told(op, list(_samples(op, seen)))


def _plays(suite: Suite) -> list[Play]:
    return [Play(suite, graph, tuple(graph.textbook[0].values())) for graph in suite.graphs]


# --- plays --------------------------------------------------------------------------------------------


@cache
def _suites(op: str) -> tuple[Suite, ...]:
    """Between nodes; of a power with plain exponents too, for many classes have no others."""
    primitive = PRIMITIVES[op]
    names = ["a", "b"][: primitive.arity]
    between_nodes = [primitive.written(names, "{op}({operand})")]
    plain = [[f"a ** {n}" for n in _EXPONENTS], [f"{n} ** a" for n in _BASES]] if op == "**" else []
    suites = [between_nodes, *plain]
    return tuple(_suite(op, steps) for steps in suites)


def _suite(op: str, steps: Sequence[str]) -> Suite:
    """At one point in front of each carrier, where what is proportional shows; at others to tell formulas."""
    below = (_BELOW_ZERO,) if _takes_less_than_zero(op, steps[0]) else ()
    graphs = [_graph(steps[0], carrier, _POINT) for carrier in _CARRIERS]
    graphs += [_graph(step, _FEW[0], (size, size)) for step in steps[:1] for size in _far(op)]
    graphs += [
        _graph(step, carrier, point) for step in steps for point in (*_OTHERS, *below) for carrier in _FEW
    ]
    return _of_graphs(graphs)


def _takes_less_than_zero(op: str, step: str) -> bool:
    is_power_of_nodes = op == "**" and step.endswith("b")
    return op != "log" and not is_power_of_nodes


def _far(op: str) -> tuple[float, ...]:
    """Where guards and clips show, of a function."""
    if PRIMITIVES[op].arity > 1:
        return ()
    return (_FAR, -_FAR) if _takes_less_than_zero(op, "") else (_FAR,)


def _of_graphs(graphs: Iterable[Graph]) -> Suite:
    return Suite(
        title="Local behaviour", stage=Stage.OPERATIONS, rank=903, graphs=tuple(graphs), layouts=False,
        slug="local",
    )  # fmt: skip


def _graph(step: str, carrier: str, point: tuple[float, float]) -> Graph:
    text = f"c = {step}\n{carrier}\ny.backward()" if carrier else f"c = {step}\nc.backward()"
    numbers = {"a": point[0], "b": point[1], "w": _WEIGHT}
    is_binary, is_weighted = step.endswith("b"), "w" in carrier
    names = ["a", *("b" * is_binary), *("w" * is_weighted)]
    return Graph(text, ({name: numbers[name] for name in names},))


@cache
def _again(op: str) -> tuple[Suite, ...]:
    """The operands get something before the operation's rule runs; of a power with a plain exponent too."""
    sign, primitive = "/" if op == "*" else "*", PRIMITIVES[op]
    step = primitive.written(["a", "b"][: primitive.arity], "{op}({operand})")
    steps = [step, *([f"a ** {_EXPONENTS[0]}"] if op == "**" else [])]
    return tuple(_of_graphs([_handed_before(each, sign)]) for each in steps)


def _handed_before(step: str, sign: str) -> Graph:
    is_binary = step.endswith("b")
    further = f"d = c {sign} b\ny = d {sign} a" if is_binary else f"y = c {sign} a"
    numbers = dict(zip("ab" if is_binary else "a", _POINT, strict=False))
    return Graph(f"c = {step}\n{further}\ny.backward()", (numbers,))


def _samples(op: str, seen: Sequence[tuple[Play, Observation]]) -> Iterator[_Sample]:
    """The numbers about the operation, of plays that came to numbers and left their inputs as they were."""
    answered = [
        (play, each)
        for play, each in seen
        if each.status is PlayStatus.ANSWERED and not _has_changed_inputs(play, each)
    ]
    keeps = any(_kept(play, each) for play, each in answered if len(play.graph.program.operations) > 1)
    for play, each in answered:
        arriving = _kept(play, each) if keeps else _right_one(play)
        if arriving:
            yield _sample(op, play, each, arriving)


def _sample(op: str, play: Play, seen: Observation, arriving: float) -> _Sample:
    operands, nodes = _operands(play), _nodes(play)
    partials = PRIMITIVES[op].partials(PRIMITIVES[op].forward(*operands), *operands)
    return _Sample(
        operands,
        seen.forward.values[len(play.inputs)],
        arriving,
        nodes,
        seen.gradients.values[: len(nodes)],
        tuple(partials[node] for node in nodes),
    )


def _operands(play: Play) -> tuple[float, ...]:
    program = play.graph.program
    data = dict(zip(program.inputs, play.inputs, strict=True))
    return tuple(
        data[each] if isinstance(each, str) else float(each) for each in program.operations[0].operands
    )


def _has_changed_inputs(play: Play, seen: Observation) -> bool:
    """Whether an input holds another number now; one in single precision was rounded."""
    if seen.status is not PlayStatus.ANSWERED:
        return False
    readings = zip(seen.forward.values, play.inputs, seen.forward.kinds, strict=False)
    return not all(is_right(got, given, kind, USUAL) for got, given, kind in readings)


def _kept(play: Play, seen: Observation) -> float:
    """The result's gradient, where the class keeps it."""
    place = len(play.inputs)
    return seen.gradients.values[place] if ValueKind(seen.gradients.kinds[place]).is_number else 0.0


def _right_one(play: Play) -> float:
    return expect(play.graph.program, play.inputs).gradients[len(play.inputs)]


def _nodes(play: Play) -> tuple[int, ...]:
    operands = play.graph.program.operations[0].operands
    return tuple(position for position, each in enumerate(operands) if isinstance(each, str))


# --- what it comes to ---------------------------------------------------------------------------------


def _with_use(told: Behaviour, all_seen: _Seen) -> Behaviour | None:
    """The same, with what the rule made of gradients that its operands had before."""
    play, seen = all_seen[0]
    if seen.status is not PlayStatus.ANSWERED:
        return None
    got = seen.gradients.values[: len(play.inputs)]
    before, local, arriving = _before(play)
    if told.faults is _RIGHT:
        lost = [i for i, number in enumerate(got) if _is_near(number, local[i] * arriving)]
        return _overwritten(told, lost, len(got)) if lost else None
    kept = list(zip(got, before, before[::-1], local, strict=True))
    if told.operation == "*" and any(_is_near(now, was + other * arriving) for now, was, other, _ in kept):
        return told._replace(faults=("data_for_grad", "wrong_gradient_read"))
    is_own = any(_is_near(now, was + slope * was) for now, was, _, slope in kept)
    return told._replace(faults=("wrong_gradient_read", "data_for_grad")) if is_own else None


def _before(play: Play) -> tuple[list[float], tuple[float, ...], float]:
    """What each operand has before the rule runs; the right derivatives; what arrives."""
    first, expected, operands = (
        play.graph.program.operations[0],
        expect(play.graph.program, play.inputs),
        _operands(play),
    )
    primitive, arriving = PRIMITIVES[first.op], expected.gradients[len(play.inputs)]
    local = primitive.partials(primitive.forward(*operands), *operands)[: len(play.inputs)]
    before = [right - slope * arriving for right, slope in zip(expected.gradients, local, strict=False)]
    return before, local, arriving


def _overwritten(told: Behaviour, lost: Sequence[int], count: int) -> Behaviour:
    return told._replace(
        faults=("overwritten_gradient",), operand=lost[0] if len(lost) == 1 < count else None
    )


def _told(op: str, samples: Sequence[_Sample]) -> Behaviour | None:
    if len(samples) < _LEAST or len({round(sample.arriving, 9) for sample in samples}) < _LEAST - 1:
        return None
    if _is_wrong_somewhere(op, samples):
        return Behaviour(op, ("wrong_forward",))
    nodes = samples[0].nodes
    operands = range(len(nodes))
    if all(_is_nothing(samples, operand) for operand in operands):
        return Behaviour(op, _NOTHING_ARRIVES)
    if len(operands) > 1 and _is_sent_elsewhere(op, samples):
        return Behaviour(op, ("wrong_recipient",))
    named = {nodes[i]: _faults(op, i, samples) for i in operands}
    wrong = {node: faults for node, faults in named.items() if faults is not _RIGHT}
    if not wrong:
        return Behaviour(op, _RIGHT)
    return Behaviour(op, _in_common(list(wrong.values())), next(iter(wrong)) if len(wrong) == 1 else None)


def _is_wrong_somewhere(op: str, samples: Iterable[_Sample]) -> bool:
    """Whether the result is wrong for some operands, whatever is made of it."""
    results: dict[tuple[float, ...], list[bool]] = {}
    for sample in samples:
        is_right = _is_near(sample.result, PRIMITIVES[op].forward(*sample.operands))
        results.setdefault(sample.operands, []).append(is_right)
    return not all(map(any, results.values()))


def _in_common(wrong: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """One fault of both operands; nothing where each has its own."""
    return tuple(fault for fault in wrong[0] if all(fault in faults for faults in wrong))


def _faults(op: str, operand: int, samples: Sequence[_Sample]) -> tuple[str, ...]:
    """The faults of one operand's share; empty where nothing known fits."""
    fitting = dict.fromkeys(fault for fault, share in _shares(op, operand) if _fits(samples, operand, share))
    if "" in fitting:
        return _RIGHT
    if fitting:
        return tuple(fitting)
    if _is_proportional(samples, operand):
        return _of_a_slope(op, samples[0].nodes[operand])
    return ("precedence",) if _is_affine(samples, operand) else ()


def _of_a_slope(op: str, operand: int) -> tuple[str, ...]:
    """The fault of a factor that is not the derivative, and nothing else that is known."""
    if op == "**":
        return ("exponent_rule",) if operand else ("power_rule",)
    return (_OWN_RULES[op],) if op in _OWN_RULES else ()


def _shares(op: str, operand: int) -> Iterator[tuple[str, _Share]]:
    """What an operand may get, with the fault that gives it; the right share has none."""
    other = 1 - operand
    yield "", lambda s: s.local[operand] * s.arriving
    if (op, operand) == ("**", 1):
        yield "exponent_as_node", lambda _: 0.0
    yield "contribution_missing", lambda _: 0.0
    if op == "*":
        yield "own_data_in_product", lambda s: s.operands[operand] * s.arriving
        yield "sum_rule_in_product", lambda s: s.arriving
    if op in ("+", "-"):
        yield "product_rule_in_sum", lambda s: s.operands[other] * s.arriving
        yield "gradient_is_data", lambda s: s.operands[operand] * s.arriving
        yield "product_rule_in_sum", lambda s: s.local[operand] * s.operands[other] * s.arriving
    yield "gradient_is_data", lambda s: s.local[operand] * s.arriving + s.operands[operand]
    yield "wrong_sign", lambda s: -s.local[operand] * s.arriving
    yield "contribution_twice", lambda s: 2 * s.local[operand] * s.arriving
    yield "out_grad_left_out", lambda s: s.local[operand]
    yield "out_grad_added", lambda s: s.local[operand] + s.arriving
    yield "data_for_grad", lambda s: s.local[operand] * s.result


def _fits(samples: Iterable[_Sample], operand: int, share: _Share) -> bool:
    return all(_is_near(sample.received[operand], share(sample)) for sample in samples)


def _is_nothing(samples: Iterable[_Sample], operand: int) -> bool:
    return all(sample.received[operand] == 0.0 for sample in samples if operand < len(sample.received))


def _is_sent_elsewhere(op: str, samples: Sequence[_Sample]) -> bool:
    """Whether one operand got what is the other's too; or each the other's, where no rule looks like that."""
    is_one_for_both = any(_is_nothing(samples, i) and _got_both(samples, 1 - i) for i in (0, 1))
    return is_one_for_both or (op not in ("*", "/") and _is_swapped(samples))


def _got_both(samples: Iterable[_Sample], operand: int) -> bool:
    return _fits(samples, operand, lambda s: (s.local[0] + s.local[1]) * s.arriving)


def _is_swapped(samples: Sequence[_Sample]) -> bool:
    """Whether each operand got the share of the other, and that is not the same."""
    unlike = any(not _is_near(sample.local[0], sample.local[1]) for sample in samples)
    first = _fits(samples, 0, lambda s: s.local[1] * s.arriving)
    return unlike and first and _fits(samples, 1, lambda s: s.local[0] * s.arriving)


def _at_one_point(samples: Iterable[_Sample]) -> list[_Sample]:
    """Those at which the operation had the same operands: what arrived is all that differs."""
    by_point: dict[tuple[float, ...], dict[float, _Sample]] = {}
    for sample in samples:
        by_point.setdefault(sample.operands, {})[round(sample.arriving, 9)] = sample
    return list(max(by_point.values(), key=len).values())


def _is_proportional(samples: Sequence[_Sample], operand: int) -> bool:
    """Whether the share grows as what arrives does: a factor that is not the derivative."""
    factors = [each.received[operand] / each.arriving for each in _at_one_point(samples) if each.arriving]
    return len(factors) > 1 and all(_is_near(factor, factors[0]) for factor in factors)


def _is_affine(samples: Sequence[_Sample], operand: int) -> bool:
    """Whether a part of it is multiplied by what arrives, and another is not."""
    pairs = [(each.arriving, each.received[operand]) for each in _at_one_point(samples)]
    if len(pairs) < _LEAST:
        return False
    (x, y), *others = pairs
    slopes = [(received - y) / (arriving - x) for arriving, received in others]
    return abs(slopes[0]) > _TINY and all(isclose(slope, slopes[0], rel_tol=1e-6) for slope in slopes)


def _is_near(got: float, predicted: float) -> bool:
    return isclose(got, predicted, rel_tol=_EXACT, abs_tol=_TINY)
