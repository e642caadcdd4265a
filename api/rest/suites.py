"""The suites: what can be asked of a class. Nobody has to sign in to read them."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

import suites
from api.rest._model import Answer, Items
from submissions.errors import NotFound
from suites import Stage

router = APIRouter(tags=["suites"])

Slug = Annotated[str, Path(min_length=1, max_length=60, pattern="^[a-z0-9_]+$")]


class Suite(Answer):
    """Graphs under one truth."""

    slug: str
    title: str
    stage: Stage
    core: bool
    """Whether it is part of the core assignment."""
    points: int
    needs: list[str]
    """Suites without which this one has nothing new to say."""


class SuiteList(Items[Suite]):
    """All suites, in the order in which a report lists them."""


class Graph(Answer):
    """One graph of a suite."""

    graph: Annotated[str, Field(validation_alias="caption")]
    points: int


class SuitePage(Suite):
    """A suite with its page."""

    page: str
    """A text on what it asks and why, in Markdown."""
    graphs: list[Graph]


@router.get("/suites")
def list_suites() -> SuiteList:
    """All suites."""
    return SuiteList(items=[Suite.of(suite) for suite in suites.all_suites().values()])


@router.get("/suites/{slug}")
def get_suite(slug: Slug) -> SuitePage:
    """A suite with its page and its graphs."""
    suite = suites.all_suites().get(slug)
    if suite is None:
        raise NotFound
    return SuitePage.of(suite, page=suites.page(slug).strip())
