"""A fault made in our own class: the lines that change, and a small graph that shows what comes of it."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache

from markupsafe import Markup

from api.report_view.pictures import svg
from api.report_view.pictures.text import wrong_numbers
from api.report_view.story import story
from grader import faults, network_reference, reference
from grader.faults import Replace
from grader.records import Frozen
from grader.showcase import Showcase, showcase

_MOST_LINES, _MOST_PLACES = 14, 3
_LEFT_OUT = 8 * " " + "…"
_MADE_UP = "_gone"
"""A name that only our own examples give."""


class FaultSlip(Frozen):
    """A few lines of our own class as they should be, and with the fault."""

    right: str
    wrong: str


class DrawnFault(Frozen):
    """The effect of the fault on a small graph."""

    pictures: Markup
    story: str
    """Empty where no number tells one."""
    raised: str
    ends: bool
    code: str
    """The graph, as lines behind the class."""


def is_drawn(slug: str) -> bool:
    """Whether a small graph shows the fault."""
    return faults.load()[slug].is_drawn


@cache
def slip(slug: str) -> FaultSlip | None:
    """The shortest of the examples; None where it is none of a few lines."""
    if of_network := faults.load()[slug].network_examples:
        return _change(next(iter(of_network.values())), network_reference.source())
    first = next(iter(_examples(slug)), None)
    return _change(first[1], reference.source()) if first else None


@cache
def drawn(slug: str, language: str) -> DrawnFault | None:
    """The graph that shows the example best; None where no small graph shows it."""
    del language  # only tells apart what is kept
    shown = shown_by(slug)
    if shown is None:
        return None
    explained = shown.explained
    tells = shown.ends and not shown.raised
    return DrawnFault(
        pictures=Markup(svg.pictures(explained)),  # noqa: S704 - escaped where it is drawn
        story=story(explained, wrong_numbers(explained), slug) if tells else "",
        raised=shown.raised,
        ends=shown.ends,
        code=explained.graph,
    )


@cache
def picture(slug: str, language: str) -> str:
    """Return the picture as an image that stands alone; empty where there is none."""
    del language
    shown = shown_by(slug)
    return svg.picture(shown.explained, svg.Direction.DOWN, alone=True) if shown else ""


def shown_by(slug: str) -> Showcase | None:
    """The graph of the first example that a small graph shows, those with the fewest lines before others."""
    shown = (showcase(variant, edits) for variant, edits in _examples(slug))
    return next(filter(None, shown), None)


def _examples(slug: str) -> list[tuple[str, tuple[Replace, ...]]]:
    """Return the examples by how many lines they change; those of too many come last, as they are written."""
    return sorted(faults.load()[slug].examples.items(), key=lambda example: _length(example[1]))


def _length(edits: tuple[Replace, ...]) -> int:
    change = _change(edits, reference.source())
    return (change.right + change.wrong).count("\n") if change else 2 * _MOST_LINES


def _change(edits: tuple[Replace, ...], text: str) -> FaultSlip | None:
    """Return the changed lines of an example with a line around each; None if they are too long to read."""
    right, wrong = text.splitlines(), reference.with_edits(text, edits).splitlines()
    blocks = list(SequenceMatcher(None, right, wrong, autojunk=False).get_grouped_opcodes(1))
    sides: tuple[list[str], list[str]] = ([], [])
    for (_, a, _, c, _), (_, _, b, _, d) in ((block[0], block[-1]) for block in blocks):
        for side, lines in zip(sides, (right[a:b], wrong[c:d]), strict=True):
            side += [*([_LEFT_OUT] if side else []), *lines]
    is_trick = any(_MADE_UP in line for line in sides[1])
    if is_trick or len(blocks) > _MOST_PLACES or max(map(len, sides)) > _MOST_LINES:
        return None
    return FaultSlip(*_dedented(*sides))


def _dedented(*sides: list[str]) -> Iterator[str]:
    """Both sides moved to the left by as much."""
    indent = min(len(line) - len(line.lstrip()) for side in sides for line in side if line.strip())
    return ("\n".join(line[indent:] for line in side).strip("\n") for side in sides)
