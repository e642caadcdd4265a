"""Stories of the forward pass: wrong data, and operations that return no node."""

from collections.abc import Iterator

from api.i18n import N_, gettext as _
from api.report_view.pictures.text import figures
from api.report_view.story.facts import StoryFacts
from api.words.finding import UNKNOWN
from grader.faults import FaultSign
from grader.finding import NodeExplained
from suites import PRIMITIVES

_NO_NODE = {
    FaultSign.RETURNS_NONE: N_("`{formula}` should be a node, but your method returns `None`."),
    FaultSign.RETURNS_NO_NODE: N_("`{formula}` should be a node, but your method returns a plain number."),
}


def wrong_data(facts: StoryFacts) -> Iterator[str]:
    """The first node whose data is wrong."""
    for node in facts.explained.nodes:
        if node.wrong_data:
            yield _wrong_data(facts, node)
            return


def _wrong_data(facts: StoryFacts, node: NodeExplained) -> str:
    right, got = figures(node.data, node.data_got)
    if node.op is None:
        text = N_("`{number}` should stay {right}, but it is {got} in the end.")
        if facts.has_sign(FaultSign.WRONG_DATA) and facts.operation is None:  # as of the constructor
            text = N_("`{number}` should be {right}, but your class stores {got}.")
        return _(text, number=facts.data_of(node.name), right=right, got=got)
    formula = facts.formula(node.name)
    operands = {o for o in node.operands if isinstance(o, str) and facts.node(o).data == node.data_got}
    if facts.has_sign(FaultSign.RETURNS_NONE) and len(operands) == 1:
        text = N_(
            "`{formula}` should be a new node with {right}, but your method returns `{operand}` itself, "
            "which holds {got}."
        )
        return _(text, formula=formula, right=right, operand=facts.label(operands.pop()), got=got)
    text = N_("`{formula}` should be {right}, but your class computes {got}.")
    if not got:
        text = N_("`{formula}` should be {right}, but your class gives no number.")
    return _(text, formula=formula, right=right, got=got)


def without_a_node(facts: StoryFacts) -> Iterator[str]:
    """Where the one operation of a graph returned something else than a node, or could not be done.

    With several operations, it is the one of the finding: nobody knows which else gave the wrong thing.
    """
    results = [node for node in facts.explained.nodes if node.op is not None]
    if len(results) > 1:
        results = [node for node in results if PRIMITIVES[node.op or ""].symbol == facts.operation]
    if len(results) != 1 or results[0].data_got is not None:
        return
    yield from _not_a_node(facts, results[0])


def _not_a_node(facts: StoryFacts, node: NodeExplained) -> Iterator[str]:
    """Say what came in the place of a node."""
    for sign, text in _NO_NODE.items():
        if facts.has_sign(sign):
            yield _(text, formula=facts.formula(node.name))
    if facts.fault == UNKNOWN:
        yield _wrong_data(facts, node)
    if facts.has_sign(FaultSign.NO_METHOD, FaultSign.NO_REFLECTED_METHOD):
        yield from _without_a_method(facts, node)


def _without_a_method(facts: StoryFacts, node: NodeExplained) -> Iterator[str]:
    """Say which method the class lacks for a node, unless the exception itself names it."""
    primitive = PRIMITIVES[node.op or ""]
    # Where Python stops inside of the file, a function of it asks for another name in vain.
    is_about = facts.operation in (primitive.symbol, None) and not facts.raised
    is_reflected = not isinstance(node.operands[0], str) and bool(primitive.reflected)
    method = primitive.reflected if is_reflected else primitive.method
    if is_about:
        text = N_(
            "`{formula}` calls `{method}`, but your class does not define it. "
            "So Python stops with an exception."
        )
        yield _(text, formula=facts.formula(node.name), method=method)
