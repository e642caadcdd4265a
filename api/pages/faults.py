"""The faults: the list, and the page of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from fastapi import APIRouter, Request, Response

from api.i18n import gettext as _
from api.pages._fields import Asked
from api.pages._matches import matches
from api.pages._page import render
from api.web.caller import FOR_HEADER
from api.words.fault import LAYERS
from grader import faults
from grader.faults import Layer, Replace
from grader.reference import edited, source
from submissions.errors import NotFound

router = APIRouter(dependencies=[FOR_HEADER])

_MOST_LINES = 14
_COMMON = 10
"""Repositories of the survey that had a fault, from which on it is called common."""
_MADE_UP = "_gone"
"""A name that only our own examples give."""


@dataclass(frozen=True, slots=True)
class FaultExample:
    """A few lines of our own class as they should be, and with the fault."""

    right: str
    wrong: str


@router.get("/faults")
def all_faults(request: Request, q: Asked = "") -> Response:
    """The list, by where in the work of a class they sit; or those in whose title or name these words are."""
    found = [each for each in faults.load().values() if matches(q, each.slug, _(each.title))]
    by_layer = {layer: [each for each in found if each.layer is layer] for layer in Layer}
    return render(
        request, "faults.html", layers=LAYERS, by_layer=by_layer, slips=_slips(), common=_COMMON, q=q
    )


@router.get("/faults/{slug}")
def fault(request: Request, slug: str) -> Response:
    """What happens, why, and what to do."""
    found = faults.load().get(slug)
    if found is None:
        raise NotFound
    return render(
        request,
        "fault.html",
        fault=found,
        text=faults.page(slug).strip(),
        slip=_slip(slug),
    )


@cache
def _slips() -> dict[str, str]:
    """By slug, the wrong lines of those that can be shown in a few."""
    found = {slug: _slip(slug) for slug in faults.load()}
    return {slug: slip.wrong for slug, slip in found.items() if slip}


@cache
def _slip(slug: str) -> FaultExample | None:
    """The shortest of the examples; None where it is none of a few lines."""
    slips = [slip for edits in faults.load()[slug].examples.values() for slip in _changes(edits)]
    return min(slips, key=lambda slip: (slip.right + slip.wrong).count("\n"), default=None)


def _changes(edits: tuple[Replace, ...]) -> Iterator[FaultExample]:
    """What an example changes, with a line around it, where that is in one place and can be read."""
    right, wrong = source().splitlines(), edited(edits).splitlines()
    blocks = list(SequenceMatcher(None, right, wrong, autojunk=False).get_grouped_opcodes(1))
    if len(blocks) != 1:
        return
    (_, a, _, c, _), (_, _, b, _, d) = blocks[0][0], blocks[0][-1]
    is_trick = any(_MADE_UP in line for line in wrong[c:d])
    if max(b - a, d - c) <= _MOST_LINES and not is_trick:
        yield FaultExample(*_dedented(right[a:b], wrong[c:d]))


def _dedented(*sides: list[str]) -> Iterator[str]:
    """Both sides moved to the left by as much."""
    indent = min(len(line) - len(line.lstrip()) for side in sides for line in side if line.strip())
    return ("\n".join(line[indent:] for line in side).strip("\n") for side in sides)
