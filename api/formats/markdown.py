"""Markdown: a summary with a table of suites, as GitHub's step summaries and comments show it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from api.formats._rows import Listing, Row, listings, verdict
from api.i18n import gettext as _, number
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

_MARKUP = re.compile(r"([\\`*_\[\]<>|~@&.:])")
_MARKS = {Verdict.PASSED: "✓", Verdict.FAILED: "✗"}
_FENCE = "````"


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """A section for each file."""
    listed = listings(outcomes, sources, hints)
    return "".join(f"{line}\n" for each in listed for line in _section(each))


def _section(listed: Listing) -> Iterator[str]:
    yield f"## {_plain(listed.headline)}"
    yield ""
    if listed.text:
        yield from (f"{_FENCE}text", listed.text.replace(_FENCE, "'" * len(_FENCE)), _FENCE, "")
    if listed.unreadable:
        return
    suite, points = _("Suite"), _("Points")
    yield f"| | {suite} | {points} | |"
    yield "|---|---|---:|---|"
    yield from map(_row, listed.rows)
    yield ""


def _row(row: Row) -> str:
    points = _("{earned} of {possible}", earned=number(row.earned), possible=number(row.possible))
    first = row.text.partition("\n")[0] if row.text else verdict(row)
    return f"| {_MARKS.get(row.verdict, '–')} | {_plain(row.title)} | {points} | {_plain(first)} |"


def _plain(text: str) -> str:
    """Text in which nothing is markup, a mention or a link."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
