"""Which students and attempts a figure is asked for, as parameters of an address."""

from typing import Annotated

from fastapi import Depends, Query

from api.rest._model import Moment
from submissions.teaching.figures.selection import Selection, Which
from submissions.texts.single_line import LONGEST

_WHICH = (
    "the selected attempt of each student: the last, which shows what is true now; that from which the grade "
    "comes; the first; the best, with the most points before late penalties, of equals the latest; or all. "
    "Attempts are graded "
    "submissions, and one that was not submitted in the time is left out. The same file again is no attempt"
)


def _selection(
    section: Annotated[
        str, Query(max_length=LONGEST, description="only active students of this section; empty: all")
    ] = "",
    since: Annotated[Moment | None, Query(description="only attempts submitted then or later")] = None,
    until: Annotated[Moment | None, Query(description="only attempts submitted before then")] = None,
    attempt: Annotated[Which, Query(description=_WHICH)] = Which.LAST,
) -> Selection:
    return Selection(section=section.replace("\0", ""), since=since, until=until, which=attempt)


Selected = Annotated[Selection, Depends(_selection)]
"""The selected students and attempts: by section, by time, and which attempt of each student."""
