"""Signs that answers are known by heart: right at the textbook's inputs, and nothing at others."""

from collections.abc import Iterable

from grader.compare import Quantity
from grader.gradients import Sign
from grader.judge import Judged
from grader.sandbox.base import PlayStatus, ValueKind
from grader.watching.signs import Signs

_FEW_HEARTS = 3


def heart_signs(signs: Signs, plays: Iterable[Judged]) -> None:
    """Graphs that are right at the textbook's inputs, where others are right forward and give no gradient."""
    by_graph: dict[int, tuple[list[bool], list[bool]]] = {}
    for judged in plays:
        textbook, others = by_graph.setdefault(id(judged.planned.play.graph), ([], []))
        if judged.planned.instance.textbook:
            textbook.append(judged.right)
        else:
            others.append(_gives_nothing(judged))
    both = [textbook for textbook, others in by_graph.values() if textbook and others and all(others)]
    tried = sum(1 for textbook, others in by_graph.values() if textbook and others)
    known = sum(all(textbook) for textbook in both)
    if known >= _FEW_HEARTS and len(both) == tried:
        signs.add(Sign.TEXTBOOK_ONLY, known, tried)
        signs.add(Sign.NOTHING_ELSEWHERE, tried, tried)


def _gives_nothing(judged: Judged) -> bool:
    """Whether data is right, and no input has a gradient; or the pass raised something."""
    observation = judged.observation
    if observation.status is not PlayStatus.ANSWERED:
        return observation.status is PlayStatus.BACKWARD_ERROR
    inputs = len(judged.planned.play.inputs)
    pairs = zip(observation.gradients.values[:inputs], observation.gradients.kinds, strict=False)
    empty = all(kind >= ValueKind.ABSENT or not number for number, kind in pairs)
    return empty and not any(wrong.quantity is Quantity.DATA for wrong in judged.wrong)
