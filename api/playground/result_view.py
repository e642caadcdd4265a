"""The result of a file as the service's result page shows it, for a page that has no service."""

from dataclasses import replace
from functools import cache

from jinja2 import Environment

from api.pages._report import page_of
from api.playground.folders import PAGES, TEMPLATES
from api.playground.links import relinked
from api.rendering.markup import environment
from submissions.teaching.results.trimming import TrimmedReport

_RESULT = "playground_result.html"


def rendered(trimmed: TrimmedReport, content: bytes) -> tuple[str, str]:
    """Return the result as HTML, and its score."""
    view = page_of(trimmed, content)
    # There is a wall around the worker, which the engine knows nothing of: it would warn that there is none.
    view = replace(view, report=replace(view.report, warning=None))
    html = _environment().get_template(_RESULT).render(view=view)
    return relinked(html), view.report.score


def compile_templates() -> None:
    """Compile what a result is made of, before there is one."""
    _environment().get_template(_RESULT)


@cache
def _environment() -> Environment:
    return environment(TEMPLATES, PAGES)
