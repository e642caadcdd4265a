"""HTML: one page that needs nothing else, with every wrong number in a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from api.account import account
from api.one_line import one_line
from api.outcome import NotGraded, Outcome
from api.words.en import graph as graph_words
from api.words.en import report as report_words
from api.words.en import suite as suite_words

_TEMPLATES = Path(__file__).parent / "templates"
_TICK = "`"


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes]) -> str:
    """The page. Every text is escaped where it is put in."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _code
    return environment.get_template("report.html").render(
        accounts=[account(each, sources) for each in outcomes if not isinstance(each, NotGraded)],
        not_graded=[each for each in outcomes if isinstance(each, NotGraded)],
        names=[one_line(each.name) for each in outcomes],
        words=report_words,
        first=graph_words.FIRST,
        verdicts=suite_words.VERDICTS,
    )


def _code(text: str) -> Markup:
    """Text in which what stands between backticks is shown as code. Everything is escaped first."""
    parts = escape(text).split(_TICK)
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>%s</code>") % part if i % 2 else part for i, part in enumerate(parts)
    )
