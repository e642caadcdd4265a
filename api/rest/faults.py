"""The faults: what goes wrong, a page each. Nobody has to sign in to read them."""

from typing import Annotated

from fastapi import APIRouter, Path

from api.rest._model import Answer, Items
from grader import faults
from submissions.errors import NotFound

router = APIRouter(tags=["faults"])

Slug = Annotated[str, Path(min_length=1, max_length=60, pattern="^[a-z0-9_]+$")]


class Fault(Answer):
    """One misconception."""

    slug: str
    title: str
    layer: str
    """The part of the work it is in; causes are looked for in this order."""


class FaultList(Items[Fault]):
    """All faults, in the order in which causes are looked for."""


class FaultPage(Fault):
    """A fault with its page."""

    page: str
    """A text on what happens, why, and how to put it right, in Markdown."""


@router.get("/faults")
def list_faults() -> FaultList:
    """All faults."""
    return FaultList(items=[_document(fault) for fault in faults.load().values()])


@router.get("/faults/{slug}")
def get_fault(slug: Slug) -> FaultPage:
    """A fault with its page."""
    fault = faults.load().get(slug)
    if fault is None:
        raise NotFound
    return FaultPage(**dict(_document(fault)), page=faults.page(slug).strip())


def _document(fault: faults.Fault) -> Fault:
    return Fault(slug=fault.slug, title=fault.title, layer=fault.layer.name.lower())
