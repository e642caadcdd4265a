"""The faults: the list, and the page of each."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from api.i18n import current, gettext as _
from api.pages._fault_example import drawn, is_drawn, picture, slip
from api.pages._fields import Asked
from api.pages._matches import matches
from api.pages._page import render
from api.web.caller import FOR_HEADER
from api.words.fault import EFFORT, LAYERS
from grader import faults
from grader.faults import Layer
from submissions.errors import NotFound

router = APIRouter(dependencies=[FOR_HEADER])

_COMMON = 10
"""Repositories of the survey that had a fault, from which on it is called common."""


@router.get("/faults")
def all_faults(request: Request, q: Asked = "") -> Response:
    """List the faults by where in a class they occur; or those in whose title or name these words are."""
    return render(request, "faults.html", **shelf(q))


def shelf(q: str = "") -> dict[str, Any]:
    """Return the context of the template of the list."""
    found = [each for each in faults.load().values() if matches(q, each.slug, _(each.title))]
    by_layer = {layer: [each for each in found if each.layer is layer] for layer in Layer}
    return {
        "layers": LAYERS,
        "by_layer": by_layer,
        "slips": _slips(),
        "common": _COMMON,
        "effort": EFFORT,
        "is_drawn": is_drawn,
        "q": q,
    }


@router.get("/faults/{slug}")
def fault(request: Request, slug: str) -> Response:
    """Show what happens, why, and what to do."""
    if slug not in faults.load():
        raise NotFound
    return render(request, "fault.html", **fault_page(slug))


def fault_page(slug: str) -> dict[str, Any]:
    """Return the context of the template of a fault."""
    return {
        "fault": faults.load()[slug],
        "text": faults.page(slug).strip(),
        "slip": slip(slug),
        "drawn": drawn(slug, current()),
    }


@router.get("/faults/{slug}/picture.svg")
def fault_picture(slug: str) -> Response:
    """Draw a small graph with this fault, for the list."""
    image = picture(slug, current()) if slug in faults.load() and is_drawn(slug) else ""
    if not image:
        raise NotFound
    return Response(image, media_type="image/svg+xml")


@cache
def _slips() -> dict[str, str]:
    """Return the wrong lines by slug of those that can be shown in a few."""
    found = {slug: slip(slug) for slug in faults.load()}
    return {slug: each.wrong for slug, each in found.items() if each}
