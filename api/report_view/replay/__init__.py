"""The passes and resets of an explained graph, step by step, beside those of a right class.

`moments` finds what happened, as statements that say themselves, and `drawing` draws it.
"""

from collections.abc import Mapping, Sequence

from api.i18n import gettext as _, listed, ngettext
from api.report_view.pictures.svg import Canvas, Direction, can_be_drawn
from api.report_view.pictures.text import ATTRIBUTES
from api.report_view.replay import said
from api.report_view.replay.drawing import look
from api.report_view.replay.moments import MOST_STEPS, ReplayMoment, moments
from api.report_view.replay.wording import NOTHING_AROUND, Around, Wording
from grader.compare import Quantity
from grader.finding import Explained, Where
from grader.records import Frozen

__all__ = ["MOST_STEPS", "Around", "Step", "steps", "title"]

_MOST_DRAWN_BOTH_WAYS = 6
"""Nodes of a graph whose steps are drawn for a small screen too: a page has room for so many."""


class Step(Frozen):
    """A step: what the submission does, and what a correct class does there."""

    number: int
    sentences: tuple[str, ...]
    right: str
    is_wrong: bool
    """The first that does something wrong."""
    where: Where | None
    pictures: str


def steps(
    explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES, around: Around = NOTHING_AROUND
) -> tuple[Step, ...]:
    """Return all steps; none if the writes do not show what rules sent."""
    found = moments(explained) if can_be_drawn(explained) else ()
    wording = Wording({node.name: node for node in explained.nodes}, attributes, around)
    told = [tuple(each.sentence(wording) for each in moment.said) for moment in found]
    drawn = _drawn(explained, found, told, attributes)
    first_wrong = next((number for number, moment in enumerate(found) if moment.is_wrong), None)
    return tuple(
        Step(
            number=number + 1,
            sentences=told[number],
            right=" ".join(each.sentence(wording) for each in moment.right),
            is_wrong=number == first_wrong,
            where=_where(moment) or (around.where if moment.resets_nothing else None),
            pictures=drawn[number],
        )
        for number, moment in enumerate(found)
    )


def title(explained: Explained) -> str:
    """Return what the replay plays: one pass or several, and what happens before and between them."""
    told = [each for moment in moments(explained) for each in moment.said]
    resets = sum(isinstance(each, said.Resets | said.ResetsNothing | said.ResetsToOther) for each in told)
    passes = max((each.of for each in told if isinstance(each, said.Begins)), default=1)
    forward = any(isinstance(each, said.WrongData) for each in told)
    parts = [
        *([_("the forward pass")] if forward else []),
        ngettext("{n} backward pass", "{n} backward passes", passes),
        *([ngettext("{n} reset", "{n} resets", resets)] if resets else []),
    ]
    if passes == len(parts) == 1:
        return _("Replay the backward pass")
    return _("Replay: {parts}", parts=listed(parts))


def _drawn(
    explained: Explained,
    found: Sequence[ReplayMoment],
    sentences_of_moments: Sequence[Sequence[str]],
    attributes: Mapping[Quantity, str],
) -> list[str]:
    ways = list(Direction)
    if len(explained.nodes) > _MOST_DRAWN_BOTH_WAYS:
        ways = [Direction.RIGHT]
    looks = [look(explained, moment, attributes) for moment in found]
    canvases = [Canvas(explained, way, looks) for way in ways]
    return [
        "\n".join(canvas.drawn(look, " ".join(sentences)) for canvas in canvases)
        for look, sentences in zip(looks, sentences_of_moments, strict=True)
    ]


def _where(moment: ReplayMoment) -> Where | None:
    """The line that does something wrong, or the first that writes something."""
    writes = [*moment.wrong_writes, *moment.writes]
    write = next((write for write in writes if write.line is not None), None)
    return Where(line=write.line, cell=write.cell) if write else None
