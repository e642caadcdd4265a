"""How gradients were obtained, and by which signs that is known."""

from api.words import Message
from grader.gradients import Gradients, Method, MethodCertainty, Sign, SignEvidence

TITLE = "How gradients are obtained"
LOOK = "Please look at this file"

METHODS = {
    Method.BACKPROPAGATION: "by backpropagation",
    Method.NUMERICAL: "by numerical differentiation",
    Method.FORWARD_MODE: "in forward mode",
    Method.BY_HEART: "from a table of answers",
    Method.NOT_SHOWN: "in a way that is not shown",
}

_SEEN = {
    Method.NUMERICAL: (
        "Your backward() does not use the chain rule: it evaluates the graph again at other inputs "
        "(numerical differentiation)."
    ),
    Method.FORWARD_MODE: (
        "Your class carries derivatives forward from the inputs (forward mode). "
        "Backpropagation goes from the output to the inputs."
    ),
    Method.BY_HEART: "Your class knows the textbook's answers and gives no gradient at other inputs.",
}
_LIKELY = {
    Method.NUMERICAL: "Your backward() seems to use numerical differentiation.",
    Method.FORWARD_MODE: "Your class seems to carry derivatives forward from the inputs (forward mode).",
    Method.BY_HEART: "Your class seems to know the textbook's answers.",
}
_COSTS = "Each graph earns a quarter of its points, for its forward pass."
_COSTS_NOTHING = "This costs no points here."
_POINTS_STAY = "Your points stay. Your course staff will look at this file."
_ADVICE = "start backward() at the output, and let each node pass its gradient to its operands"

CERTAIN = {MethodCertainty.PROVEN: "proven", MethodCertainty.LIKELY: "likely"}

_SIGNS = {
    Sign.RULE_FOLLOWED: "We replaced the local rule of one node, and the gradients followed it.",
    Sign.MIDDLE_GRADIENTS: "The gradients of {seen} of {of} middle nodes come up during backward().",
    Sign.CONTRIBUTIONS: "The separate contributions to a value that is used twice come up during backward().",
    Sign.RULE_IGNORED: "We replaced the local rule of one node, and the gradients did not follow it.",
    Sign.EVALUATIONS_GROW: (
        "backward() computes {of} numbers that the chain rule does not give for 3 inputs, and {seen} for 9: "
        "more than in proportion."
    ),
    Sign.OTHER_EVALUATIONS: "backward() computes {seen} numbers that the chain rule does not give.",
    Sign.OPERATIONS_GROW: (
        "backward() calls the forward operations {of} times for 3 inputs, and {seen} times for 9: "
        "more than in proportion."
    ),
    Sign.MOVED_INPUTS: "Numbers next to the data of {seen} of {of} inputs come up during backward().",
    Sign.COMPLEX_NUMBERS: "{seen} complex numbers come up during backward().",
    Sign.OUTPUT_ELSEWHERE: (
        "Beside the data of {seen} of {of} inputs another number comes up during backward(), "
        "and the output's data at just that number."
    ),
    Sign.FOLLOWS_INPUTS: (
        "We changed the inputs of a finished graph, and backward() gave the gradients of the new inputs: "
        "it computed the graph again."
    ),
    Sign.ROUNDED: "The data is exact, and the gradients have the small error of a difference.",
    Sign.CARRIED_DERIVATIVES: "{seen} of {of} derivatives of middle nodes by the inputs are computed.",
    Sign.DERIVATIVES_GROW: (
        "The class computes {of} of these for 3 inputs, and {seen} for 9: more than in proportion."
    ),
    Sign.FORWARD_SWEEPS: (
        "Derivatives by one node come up on the way from it to the output, then those by the next node: "
        "this was seen for {seen} nodes."
    ),
    Sign.FORWARD_ROWS: (
        "The derivatives of {seen} nodes by all others come up together, one node after the other: "
        "they are carried from operands to results."
    ),
    Sign.FORWARD_CONTRIBUTIONS: (
        "The separate contributions to derivatives of middle nodes by the inputs come up: "
        "they are added on the way from the inputs."
    ),
    Sign.KNOWN_BEFORE: "All gradients are known before backward() is called.",
    Sign.NO_MIDDLE_GRADIENTS: "The gradients of the middle nodes come up nowhere.",
    Sign.TEXTBOOK_ONLY: "{seen} of {of} graphs are right at the textbook's inputs and at no others.",
    Sign.NOTHING_ELSEWHERE: "At other inputs, backward() gives no gradient.",
}


def fact(told: Gradients) -> str:
    """The method and how sure it is, in a line."""
    certain = f" ({CERTAIN[told.certainty]})" if told.certainty else ""
    return f"gradients are obtained {METHODS[told.method]}{certain}"


def otherwise(told: Gradients, *, costs: bool) -> Message | None:
    """What is said where it is not backpropagation, and what follows from it."""
    if not told.is_otherwise:
        return None
    if not told.is_proven_otherwise:
        return Message(f"{_LIKELY[told.method]} {_POINTS_STAY}", _ADVICE)
    return Message(f"{_SEEN[told.method]} {_COSTS if costs else _COSTS_NOTHING}", _ADVICE)


def sign(told: SignEvidence) -> str:
    """One sign, as a sentence."""
    return _SIGNS[told.sign].format(seen=told.seen, of=told.of)


def flag(method: str, *, proven: bool) -> str:
    """In a list of submissions, for staff."""
    certain = CERTAIN[MethodCertainty.PROVEN if proven else MethodCertainty.LIKELY]
    return f"gradients {METHODS[Method(method)]} ({certain})"
