"""Stories of the forward pass: wrong data, and operations that return no node."""

from collections.abc import Callable, Iterator, Mapping

from api.report_view.pictures.text import figures
from api.report_view.story.facts import StoryFacts
from api.words import story_forward as words
from grader.finding import NodeExplained
from suites import PRIMITIVES

_NOT_RETURNED = "missing_return"
_REFLECTED_MISSING = "reflected_missing"
_NO_METHOD = {_REFLECTED_MISSING, "missing_method", "wrong_name"}
_NO_NODE: Mapping[str, Callable[[str], str]] = {
    _NOT_RETURNED: words.none_returned,
    "returns_a_number": words.number_returned,
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
        return words.wrong_input(facts.data_of(node.name), right, got)
    operands = {o for o in node.operands if isinstance(o, str) and facts.node(o).data == node.data_got}
    if facts.fault == _NOT_RETURNED and len(operands) == 1:
        return words.operand_returned(facts.formula(node.name), right, facts.label(operands.pop()), got)
    return words.wrong_data(facts.formula(node.name), right, got)


def without_a_node(facts: StoryFacts) -> Iterator[str]:
    """Where the one operation of a graph returned something else than a node, or could not be done."""
    results = [node for node in facts.explained.nodes if node.op is not None]
    # With several operations, nobody knows which of them gave the wrong thing.
    if len(results) != 1 or results[0].data_got is not None:
        return
    primitive, formula = PRIMITIVES[results[0].op or ""], facts.formula(results[0].name)
    if facts.fault in _NO_NODE:
        yield _NO_NODE[facts.fault](formula)
    elif facts.fault in _NO_METHOD and facts.operation in (None, primitive.symbol):
        is_reflected = not isinstance(results[0].operands[0], str) and bool(primitive.reflected)
        method = primitive.reflected if is_reflected else primitive.method
        if facts.raised != method:
            yield words.no_method(formula, method)
