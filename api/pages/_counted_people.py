"""The people whom a number of a dashboard counts, listed under it, and the address of the list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.i18n import N_
from api.i18n import gettext as _
from submissions.figures.counted_people import Counted, CountedPerson, Question, counted_people
from submissions.figures.points import PointsBucket
from submissions.figures.selection import Selection
from submissions.tables import Assignment

_ON_A_PAGE = 500
_TITLES = {
    Counted.SUBMITTED: N_("Who has submitted"),
    Counted.NOT_YET: N_("Who has not submitted yet"),
    Counted.LATE: N_("Who is late"),
    Counted.PASSED: N_("Who has everything right"),
    Counted.NEED_HELP: N_("Who needs help"),
}
_POINTS = re.compile("points-([0-9]{1,3})-([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class CountedList:
    """A list that was asked for."""

    title: str
    people: Sequence[CountedPerson]

    @property
    def is_cut(self) -> bool:
        """Whether more people may be counted than a page lists."""
        return len(self.people) == _ON_A_PAGE


def counted_list(
    session: Session, assignment: Assignment, selection: Selection, asked: str
) -> CountedList | None:
    """None where nothing was asked for that is counted."""
    question = _question(asked)
    if question is None:
        return None
    people = counted_people(session, assignment, selection, question, limit=_ON_A_PAGE)
    return CountedList(_title(question), people)


def bucket_list(bucket: PointsBucket) -> str:
    """The value of `people` in an address that lists the people with so many points."""
    return f"{Counted.POINTS}-{bucket.from_percent}-{bucket.to_percent}"


def _question(asked: str) -> Question | None:
    if found := _POINTS.fullmatch(asked):
        return Question(Counted.POINTS, int(found[1]), int(found[2]))
    return Question(Counted(asked)) if asked in set(Counted) - {Counted.POINTS} else None


def _title(question: Question) -> str:
    if question.counted is not Counted.POINTS:
        return _(_TITLES[question.counted])
    if question.least == question.most:
        return _("Who has {percent} percent or more", percent=question.least)
    return _("Who has {least} to {most} percent", least=question.least, most=question.most)
