"""The picture of a step: what is right has the colour of right ones, and what is wrong has words too."""

from collections.abc import Iterator, Mapping

from api.i18n import pgettext
from api.report_view.pictures.layers import Edge
from api.report_view.pictures.look import ArrowLook, BoxLook, BoxRow, PictureLook, name_row, wrong_rows
from api.report_view.pictures.text import figures, with_sign
from api.report_view.replay import arriving, said
from api.report_view.replay.moments import ReplayMoment
from api.report_view.replay.wording import number
from api.words import picture as words
from grader.compare import Quantity
from grader.explanation.events import Effect, Sent, same
from grader.explanation.passes import Fate
from grader.explanation.phases import PassPhase
from grader.finding import Explained, NodeExplained
from grader.records import replace


def look(explained: Explained, moment: ReplayMoment, attributes: Mapping[Quantity, str]) -> PictureLook:
    """Return the picture of this step: every node with its numbers, and every contribution."""
    boxes = {node.name: _box(explained, node, moment, attributes) for node in explained.nodes}
    return PictureLook(boxes, dict(_arrows(moment)))


def _box(
    explained: Explained, node: NodeExplained, moment: ReplayMoment, attributes: Mapping[Quantity, str]
) -> BoxLook:
    is_wrong = node.name in moment.off or _has_wrong_data(node, moment)
    kinds = (*(["lit"] if moment.node == node.name else []), *(["wrong"] if is_wrong else []))
    gradient, *further = _gradient_rows(node.name, moment, attributes[Quantity.GRADIENT])
    old, new = moment.before[node.name], moment.after[node.name]
    # Only a number that this step changes has an arrow.
    if node.name in moment.written and old and (new is None or not same(old, new)):
        gradient = replace(gradient, right=f"{number(old)} → {gradient.right}")
    return BoxLook((*_data_rows(explained, node, moment), gradient, *further), kinds)


def _gradient_rows(name: str, moment: ReplayMoment, attribute: str) -> list[BoxRow]:
    held = moment.after[name]
    if name in moment.off:
        return wrong_rows(attribute, moment.due[name], held)
    return [BoxRow(attribute, number(held) or words.nothing(), "fresh" if name in moment.written else "")]


def _data_rows(explained: Explained, node: NodeExplained, moment: ReplayMoment) -> list[BoxRow]:
    row = name_row(explained, node)
    if not _has_wrong_data(node, moment):
        return [row]
    return wrong_rows(row.left, node.data, moment.data[node.name])


def _has_wrong_data(node: NodeExplained, moment: ReplayMoment) -> bool:
    held = moment.data[node.name]
    return node.wrong_data and (held is None or not same(held, node.data))


def _arrows(moment: ReplayMoment) -> Iterator[tuple[Edge, ArrowLook]]:
    for each in moment.said:
        if isinstance(each, arriving.GetsNothing):
            yield Edge(*each.use), ArrowLook(_signed(each.right), words.verdict(Fate.MISSING, ""), "missing")
    again = any(isinstance(each, said.RunsAgain | arriving.GetsMore) for each in moment.said)
    for sent in moment.sent:
        if moment.phase is not None:
            yield Edge(*sent.use), _arrow(sent, moment, moment.phase, again=again)


def _arrow(sent: Sent, moment: ReplayMoment, phase: PassPhase, *, again: bool) -> ArrowLook:
    fate = arrow_fate(sent, moment, phase, again=again)
    if sent.value is None:
        return ArrowLook("?", words.verdict(fate, _signed(phase.right_contribution(sent.use))), fate.value)
    wanted = _wanted(sent, moment, phase, fate)
    right, value = figures(wanted, sent.value)
    verdict = words.verdict(fate, with_sign(right))
    if fate is Fate.REPEATED:
        verdict = pgettext("contribution", "once more")
    return ArrowLook(with_sign(value), verdict, fate.value)


def arrow_fate(sent: Sent, moment: ReplayMoment, phase: PassPhase, *, again: bool) -> Fate:
    """The fate of a contribution, as far as it is known at the moment at which it is sent."""
    had = moment.before[sent.use.consumer] or 0.0
    if sent.effect is Effect.CLEARED:
        return Fate.LOST
    if sent.value is None or not same(sent.value, phase.passes.locals[sent.use] * had):
        return Fate.WRONG
    if again:
        return Fate.REPEATED
    if same(sent.value, phase.right_contribution(sent.use)):
        return Fate.KEPT
    is_early = any(isinstance(each, said.NotComplete) for each in moment.said)
    return Fate.EARLY if is_early else Fate.CARRIED


def _wanted(sent: Sent, moment: ReplayMoment, phase: PassPhase, fate: Fate) -> float:
    """The number beside `should be`: of a rule that is wrong, what it should send with what it had."""
    if fate is Fate.WRONG:
        return phase.passes.locals[sent.use] * (moment.before[sent.use.consumer] or 0.0)
    return phase.right_contribution(sent.use)


def _signed(value: float) -> str:
    return with_sign(number(value))
