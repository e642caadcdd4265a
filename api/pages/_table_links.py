"""What pages with long tables share: addresses, sorting, and filters with their choices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query

from api.i18n import gettext as _, number
from api.words.submission import STATES
from grader import faults
from grader.records import Frozen
from submissions.tables.name_key import name_key
from submissions.teaching.results.ordering import SubmissionColumn, SubmissionOrder

PageNumber = Annotated[int, Query(ge=1, le=100_000)]
_NONE = "-"


class TableLinks(Frozen):
    """The values of a table, `sort` and `down` among them, as a page's address has them."""

    wanted: Mapping[str, str]

    def with_values(self, **other: str) -> str:
        """Return the address of the same table with other values; what is empty is left out."""
        return "?" + urlencode({name: text for name, text in {**self.wanted, **other}.items() if text})

    def sorted_by(self, column: str) -> str:
        """The table by a column; the other way round where it is sorted by it already."""
        turns = column == self.wanted["sort"] and not self.wanted["down"]
        return self.with_values(sort=column, down="1" if turns else "")


def read_section(text: str) -> str | None:
    """The section that an address asks for; None for all."""
    return text.removeprefix(_NONE) if text else None


def section_text(section: str | None) -> str:
    """The section as an address says it."""
    return "" if section is None else section or _NONE


def section_options(sections: Sequence[str]) -> list[tuple[str, str]]:
    """The choices; none where a course has no sections."""
    if not sections:
        return []
    return [("", _("All sections")), *((each, each) for each in sections), (_NONE, _("Without a section"))]


def with_counts(
    choices: Iterable[tuple[str, str]], counts: Mapping[str, int], chosen: str
) -> list[tuple[str, str]]:
    """Return choices by value and text, with counts; the chosen one stays, whatever it has."""
    counted = [
        (value, _("{choice} ({n})", choice=text, n=number(counts.get(value, 0))))
        for value, text in choices
        if counts.get(value) or value == chosen
    ]
    return [("", _("Any")), *counted]


def submission_order(sort: SubmissionColumn | None, *, descending: bool) -> SubmissionOrder:
    """The newest first, or as is asked."""
    if sort is None:
        return SubmissionOrder()
    names: Mapping[str, str] = {}
    if sort is SubmissionColumn.CAUSE:
        names = dict(causes())
    if sort is SubmissionColumn.STATE:
        names = {state: _(text) for state, text in STATES.items()}
    words = sorted(names, key=lambda word: name_key(names[word]))
    return SubmissionOrder(sort, descending, tuple(words))


def causes() -> list[tuple[str, str]]:
    """The causes that a submission may have, with their names."""
    return [(slug, _(fault.title)) for slug, fault in faults.load().items()]
