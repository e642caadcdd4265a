"""The order in which a page shows submissions: causes and states by their names in its language."""

from collections.abc import Mapping

from api.i18n import gettext as _
from api.words.submission import STATES
from grader import faults
from submissions.tables.name_key import name_key
from submissions.teaching.results.ordering import SubmissionColumn, SubmissionOrder


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
