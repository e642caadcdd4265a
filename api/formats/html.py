"""HTML: one page that needs nothing else, with every wrong number in a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from api.account import account
from api.hints import DEFAULT, Rung
from api.numbers import short
from api.one_line import one_line
from api.outcome import NotGraded, Outcome
from api.pictures import replay, svg
from api.pictures.replay import Done, Standing, Step
from api.words.en import finding as finding_words
from api.words.en import graph as graph_words
from api.words.en import picture as picture_words
from api.words.en import report as report_words
from api.words.en import suite as suite_words
from api.words.en.place import place
from api.words.en.report import NO_CELL
from grader.finding import Explained, Where

_TEMPLATES = Path(__file__).parent / "templates"
_TICK = "`"
_MOST_STANDINGS = 40


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """The page. Every text is escaped where it is put in."""
    accounts = [account(each, sources, hints) for each in outcomes if not isinstance(each, NotGraded)]
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"code": _code, "number": _number, "place": _place}
    environment.globals |= {
        "pictures": _pictures,
        "replayed": _replayed,
        "finding_words": finding_words,
        "both": picture_words.both,
    }
    return environment.get_template("report.html").render(
        accounts=accounts,
        style=Markup(svg.STYLE) if any(told.findings for told in accounts) else "",  # noqa: S704 - our own
        caption=picture_words.CAPTION,
        not_graded=[each for each in outcomes if isinstance(each, NotGraded)],
        names=[one_line(each.name) for each in outcomes],
        words=report_words,
        first=graph_words.FIRST,
        verdicts=suite_words.VERDICTS,
    )


def _pictures(explained: Explained) -> Markup:
    return Markup(svg.pictures(explained))  # noqa: S704 - escaped where it is drawn


def _replayed(explained: Explained) -> list[tuple[Step, list[Standing]]]:
    """Each step, and every gradient after it where that is not too much for a page."""
    steps = replay.steps(explained)
    after = replay.standings(steps) if len(steps) <= _MOST_STANDINGS else [[] for _ in steps]
    return list(zip(steps, after, strict=True))


def _number(number: float | None) -> str:
    return NO_CELL if number is None else short(number)


def _place(done: Done) -> str:
    return place(Where(line=done["line"], cell=done["cell"]))


def _code(text: str) -> Markup:
    """Text in which what stands between backticks is shown as code. Everything is escaped first."""
    parts = escape(text).split(_TICK)
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>%s</code>") % part if i % 2 else part for i, part in enumerate(parts)
    )
