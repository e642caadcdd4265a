"""Tells which fault an exception, or a result of the wrong kind, speaks of."""

import re
from collections.abc import Collection, Iterator, Sequence

from grader.faults import FaultSign, Says, first, has_sign, load
from grader.finding import LONGEST_GRAPH, LONGEST_MESSAGE, LONGEST_TYPE, Raised, Where
from grader.harness.loading.parts import REFLECTED
from grader.harness.model import primitives
from grader.harness.model.operation_words import operation_named
from grader.judge import Judged
from grader.sandbox.plays import Play
from grader.sandbox.replies import NEVER_NODES, Offer, Problem, ProblemKind, array_attribute
from suites import PRIMITIVES, Operation

_OPERANDS = re.compile(r"unsupported operand type\(s\) for ([^\s:]+)[^:]{0,40}: '(\w+)' and '(\w+)'")
_UNHASHABLE = re.compile(r"unhashable type: '(\w+)'")
_NEGATED = "bad operand type for unary -: "
_NUMBERS = ("int", "float")
_ASKED_OF_A_NUMBER = re.compile(r"'(?:int|float)' object has no attribute ")
_UNDEFINED = re.compile(r"name '([^']{1,100})' is not defined")
_NONE_CALLED = "'NoneType' object is not callable"
_OF_ONE_OBJECT = re.compile(r"'(\w+)' object (?:has no attribute|is not) ")
_OF_MANY_REASONS = (*_NUMBERS, "NoneType", "float64", "float32", "ndarray")
_CALLED = re.compile(r"(?:\w+\.)*(\w+)\(\) (?:missing|takes|got)")
_TAKES_FEWER = re.compile(r"(\S+)\(\) takes \d+ positional arguments? but \d+ (?:was|were) given")
_WORDS = {word for primitive in primitives.PRIMITIVES.values() for word in primitive.words.split()}
_RAISED = (ProblemKind.EXCEPTION, ProblemKind.RECURSION, ProblemKind.MEMORY)
_OF_SOME_INPUTS = ("ZeroDivisionError", "ValueError", "OverflowError")
"""Exceptions that Python raises at some numbers and not at others."""
_IN_PLACE = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "**=": "**"}


def fault_of(problem: Problem, present: Collection[str] = ()) -> str:
    """Return the slug of the fault; an operation that is `present` is not missing, reflected or not."""
    fault, operation = _fault_of(problem), operation_of(problem)
    is_there = has_sign(fault, FaultSign.NO_METHOD) and operation in present
    is_reflected = has_sign(fault, FaultSign.NO_REFLECTED_METHOD) and f"{REFLECTED}{operation}" in present
    return first(FaultSign.RAISES) if is_there or is_reflected else fault


def _fault_of(problem: Problem) -> str:
    """Return the fault that a problem speaks of."""
    message = problem.message or ""
    if problem.kind == ProblemKind.WRONG_RESULT:
        return first(FaultSign.RETURNS_NONE if problem.type == "NoneType" else FaultSign.RETURNS_NO_NODE)
    # From the message that says most to the type alone: Python raises TypeError for many mistakes.
    if problem.type == "TypeError" and (operands := _OPERANDS.search(message)):
        return first(_sign_of_operands(*operands.groups(), within=problem.line is not None))
    if _is_wrong_call(problem):
        return first(FaultSign.RAISES)
    if problem.type == "TypeError" and (kept := _UNHASHABLE.search(message)) and not _is_of_no_nodes(kept[1]):
        return first(FaultSign.UNHASHABLE)
    return next(_raising(problem.type, message), first(FaultSign.RAISES))


def is_of_another_type(problem: Problem) -> bool:
    """Whether an operation returned an object that is neither a node nor a number, nor None."""
    return problem.kind == ProblemKind.WRONG_RESULT and problem.type not in _OF_MANY_REASONS


def _raising(kind: str | None, message: str) -> Iterator[str]:
    """Yield the faults that raise such an exception."""
    for slug, fault in load().items():
        if any(each.is_of(kind, message) for each in fault.raised):
            yield slug


def _is_wrong_call(problem: Problem) -> bool:
    """Whether an operation gave a helper what it does not take: the call may be wrong, not the helper."""
    called = _CALLED.match(problem.message or "")
    if raised_in(problem) is None or called is None:
        return False
    return not called[1].startswith("__") and operation_named(called[1]) is None


def is_of_a_default_rule(problem: Problem) -> bool:
    """Whether the pass called what stands for no rule: None, or a rule with operands that takes none."""
    message = problem.message or ""
    called = _TAKES_FEWER.match(message)
    if problem.type != "TypeError" or called is None:
        return message == _NONE_CALLED and raised_in(problem) is None
    return not any(word in called[1].lower() for word in _WORDS)


def refusing_a_number(problem: Problem, alike: Sequence[Judged], passed: Sequence[Judged]) -> str | None:
    """Return the operation that asked a plain number on its right for what only a node has, if any.

    The number may be the class's own, as in `-a` that is `self * -1`: the operation takes nodes elsewhere. In
    `2 * a`, a reflected method has handed it on.
    """
    is_asked = _ASKED_OF_A_NUMBER.match(problem.message or "")
    if not is_asked or array_attribute(problem.message) is not None:
        return None
    operation = raised_in(problem)
    takes_nodes = any(op.op == operation for judged in passed for op in _operations_of(judged))
    is_given_one = all(
        any(takes_nodes if op.op != operation else _has_a_number(op) for op in _operations_of(judged))
        for judged in alike
    )
    return operation if is_given_one else None


def _has_a_number(operation: Operation) -> bool:
    """Whether one of its operands is a plain number."""
    return not all(isinstance(each, str) for each in operation.operands)


def _operations_of(judged: Judged) -> Sequence[Operation]:
    """Return the operations of a play's graph."""
    return judged.planned.play.graph.program.operations


def is_full(problem: Problem) -> bool:
    """Whether a line of the submission asked for more memory than there is."""
    return problem.kind is ProblemKind.MEMORY and problem.line is not None


def raised_by(alike: Sequence[Judged]) -> Raised | None:
    """Return what the smallest graph raised that raised anything; None where none did."""
    raised = [(judged.observation.problem, judged.planned.play) for judged in alike]
    found = [
        (len(play.graph.program.nodes), number, problem, play)
        for number, (problem, play) in enumerate(raised)
        if problem is not None and problem.kind in _RAISED and problem.type
    ]
    if not found:
        return None
    *_, problem, play = min(found)
    text = _with_inputs(play) if problem.type in _OF_SOME_INPUTS else play.graph.text
    return Raised(
        type=(problem.type or "")[:LONGEST_TYPE],
        message=(problem.message or "")[:LONGEST_MESSAGE],
        line=problem.line,
        cell=problem.cell,
        function=problem.function,
        graph=text if len(text) <= LONGEST_GRAPH else "",
    )


def _with_inputs(play: Play) -> str:
    """Return the text of a play's graph behind the inputs that it was played at: `a = 0; b = a ** 2`."""
    inputs = zip(play.graph.program.inputs, play.inputs, strict=True)
    return "; ".join([*(f"{name} = {value:g}" for name, value in inputs), play.graph.text])


def is_of_a_name(problem: Problem | None) -> bool:
    """Whether Python stopped because a name has no value anywhere."""
    return problem is not None and problem.type == "NameError" and reproach(problem) is not None


def reproach(problem: Problem | None) -> str | None:
    """Return what Python says of one name or one kind of object, which is one cause wherever it stops.

    A number, or None, may be in the wrong place for many reasons.
    """
    message = (problem.message or "") if problem is not None else ""
    if problem is None or problem.type not in ("NameError", "AttributeError", "TypeError"):
        return None
    about = _UNDEFINED.match(message) or _OF_ONE_OBJECT.match(message)
    return message if about and about[1] not in _OF_MANY_REASONS else None


def lines_of_one_cause(alike: Sequence[Judged]) -> list[Where]:
    """Return every line at which graphs stopped for one name or one kind of object, in order."""
    problems = [judged.observation.problem for judged in alike]
    found = {
        (problem.cell or 0, problem.line): Where(
            operation=raised_in(problem), function=problem.function, line=problem.line, cell=problem.cell
        )
        for problem in problems
        if problem is not None and problem.line is not None and reproach(problem) is not None
    }
    return [found[place] for place in sorted(found)]


def raised_in(problem: Problem) -> str | None:
    """Return the operation in whose method Python stopped; None if it was elsewhere."""
    return next((p.symbol for p in PRIMITIVES.values() if p.method == problem.function), None)


def operation_of(problem: Problem) -> str | None:
    """Return the operator that Python found nobody to carry out."""
    if (problem.message or "").startswith(_NEGATED):
        return "neg"
    operands = _OPERANDS.search(problem.message or "")
    if operands is None or _is_of_no_nodes(*operands.groups()[1:]):
        return problem.operation
    return _IN_PLACE.get(operands[1], operands[1])


def behind_an_edit(
    problems: Sequence[Problem], fault: str, offer: Offer, says: Says, present: Collection[str]
) -> str:
    """Return the fault that an edit undoes, where every graph it mends ended in a problem."""
    problem = problems[0]
    if (sign := _sign_of_problem(problem, fault, offer)) is not None:
        return first(sign)
    is_told = problem.kind == ProblemKind.WRONG_RESULT or has_sign(fault_of(problem), FaultSign.UNHASHABLE)
    is_name = is_of_a_name(problem) and has_sign(fault, FaultSign.NUMBER_REFUSED)
    if not fault or is_told or is_name or _is_never_returned(fault, problem, offer):
        return fault_of(problem, present)
    if _lacks_its_exception(fault, problem, offer):
        return fault_of(problem, present)
    return _fault_of_its_line(problem, present) if _says_more(problem, offer, says) else fault


def _fault_of_its_line(problem: Problem, present: Collection[str]) -> str:
    """Return the fault of a problem; where a line leads back to its own method, no deep graph is meant."""
    return first(FaultSign.RECURSES) if problem.kind == ProblemKind.RECURSION else fault_of(problem, present)


def _sign_of_problem(problem: Problem, fault: str, offer: Offer) -> FaultSign | None:
    """Return the sign of a recursion, or of a node in the place of a number and the other way round."""
    if problem.kind == ProblemKind.RECURSION and has_sign(fault, FaultSign.RUNS_AGAIN):
        return FaultSign.RECURSES  # no rule ran even once
    if offer.rewrite in _OF_RULES and _adds_a_node(problem):
        return FaultSign.NODE_ADDED_TO_A_NUMBER
    is_asked = offer.detail == "number" and _ASKED_OF_A_NUMBER.match(problem.message or "")
    return FaultSign.NUMBER_REFUSED if is_asked else None


def _says_more(problem: Problem, offer: Offer, says: Says) -> bool:
    """Whether an exception says more than the edit: one that mends many mistakes, and not just one."""
    if problem.kind not in _RAISED or says not in (Says.PLACE, Says.ALL) or offer.detail == "empty":
        return False
    if is_of_a_default_rule(problem) and offer.rewrite == "add-rule":
        return False
    return offer.rewrite != "parents" or (problem.type == "TypeError" and offer.detail != "none")


def _is_never_returned(fault: str, problem: Problem, offer: Offer) -> bool:
    """Whether the fault is about what a function returns, and Python stopped on the line that returns it."""
    is_of_result = has_sign(fault, FaultSign.RETURNS_NO_NODE, FaultSign.RETURNS_NONE)
    return is_of_result and problem.kind == ProblemKind.EXCEPTION and problem.line == offer.line


def _lacks_its_exception(fault: str, problem: Problem, offer: Offer) -> bool:
    """Whether the edit undoes the fault only where one of its exceptions was raised, and none was."""
    undoing = (each for each in load()[fault].undone_by if each.rewrite == offer.rewrite)
    is_raised = any(each.is_of(problem.type, problem.message or "") for each in load()[fault].raised)
    return not is_raised and any(each.needs_its_exception for each in undoing)


_OF_RULES = ("rule", "plain-number")


def _adds_a_node(problem: Problem) -> bool:
    """Whether something that is no number was added to a number in place, as to a gradient."""
    operands = _OPERANDS.search(problem.message or "")
    return operands is not None and operands[1] in _IN_PLACE and operands[2] in _NUMBERS


def _is_of_no_nodes(*types: str) -> bool:
    """Whether one of these types is that of nothing that could be a node: an operand of one was a mistake."""
    return not NEVER_NODES.isdisjoint({*types} - {*_NUMBERS})


def _sign_of_operands(operator: str, left: str, right: str, *, within: bool) -> FaultSign:
    """Return the sign of operands that Python refused; `within` the class, data of a node may be meant."""
    if _is_of_no_nodes(left, right) or {left, right} <= {*_NUMBERS}:
        return FaultSign.RAISES
    if operator.startswith("**"):
        return FaultSign.NO_METHOD
    if left in _NUMBERS and right not in _NUMBERS:
        return FaultSign.RAISES if within else FaultSign.NO_REFLECTED_METHOD
    if right in _NUMBERS and left not in _NUMBERS:
        return FaultSign.NUMBER_REFUSED
    return FaultSign.NO_METHOD if left == right else FaultSign.RAISES
