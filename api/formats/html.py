"""HTML: one page that needs nothing else, with every wrong number in a table."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from api.account import account
from api.markup import environment
from api.one_line import one_line
from api.outcome import NotGraded, Outcome
from api.pictures import svg
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """The page. Every text is escaped where it is put in."""
    accounts = [account(trim(each, hints), sources) for each in outcomes if not isinstance(each, NotGraded)]
    return (
        environment()
        .get_template("report.html")
        .render(
            accounts=accounts,
            style=Markup(svg.STYLE) if any(told.findings for told in accounts) else "",  # noqa: S704 - our own
            not_graded=[each for each in outcomes if isinstance(each, NotGraded)],
            names=[one_line(each.name) for each in outcomes],
        )
    )
