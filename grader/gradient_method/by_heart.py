"""Signs that answers are known by heart: right at the textbook's inputs, and nothing at others."""

from collections.abc import Container, Sequence

from grader.compare import Quantity
from grader.gradient_method.signs import Signs
from grader.gradients import Sign
from grader.judge import Judged
from grader.sandbox.base import PlayStatus, ValueKind

_FEW_HEARTS = 3


def heart_signs(signs: Signs, plays: Sequence[Judged]) -> None:
    """Graphs that are right at the textbook's inputs, where others are right forward and give no gradient.

    One that gives a gradient at other inputs is not known by heart, and then none is.
    """
    in_books = {id(judged.planned.play.graph) for judged in plays if judged.planned.instance.textbook}
    others = [judged for judged in plays if _is_elsewhere(judged, in_books)]
    if not all(map(_gives_nothing, others)):
        return
    tried = {id(judged.planned.play.graph) for judged in others}
    wrong = {id(judged.planned.play.graph) for judged in plays if _is_wrong_in_a_book(judged)}
    known = len(tried - wrong)
    if known >= _FEW_HEARTS:
        signs.add(Sign.TEXTBOOK_ONLY, known, len(tried))
        signs.add(Sign.NOTHING_ELSEWHERE, len(tried), len(tried))


def _is_elsewhere(judged: Judged, in_books: Container[int]) -> bool:
    """Whether it is at drawn inputs, of a graph that is played at the textbook's too."""
    return not judged.planned.instance.textbook and id(judged.planned.play.graph) in in_books


def _is_wrong_in_a_book(judged: Judged) -> bool:
    return judged.planned.instance.textbook and not judged.right


def _gives_nothing(judged: Judged) -> bool:
    """Whether data is right, and no input has a gradient; or the pass raised something."""
    observation = judged.observation
    if observation.status is not PlayStatus.ANSWERED:
        return observation.status is PlayStatus.BACKWARD_ERROR
    inputs = len(judged.planned.play.inputs)
    pairs = zip(observation.gradients.values[:inputs], observation.gradients.kinds, strict=False)
    empty = all(kind >= ValueKind.ABSENT or not number for number, kind in pairs)
    return empty and not any(wrong.quantity is Quantity.DATA for wrong in judged.wrong)
