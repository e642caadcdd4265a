"""The people whom a number of a dashboard counts, or who have a cause, and the address of their list."""

from collections.abc import Sequence
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from api.i18n import N_, gettext as _
from api.pages._selection import have_it
from api.words import finding as finding_words
from api.words.suite import suite_title
from grader import faults
from grader.finding import Certainty
from grader.records import Frozen
from submissions.courses.assignments.own_graph import is_own
from submissions.courses.assignments.own_graphs import own_titles
from submissions.courses.assignments.points import current_version
from submissions.courses.grades.attempt_facts import PASSED
from submissions.tables import Assignment
from submissions.teaching.figures.causes import Holder, holders
from submissions.teaching.figures.counted_people import (
    NO_KNOWN_CAUSE,
    Counted,
    CountedPerson,
    Question,
    counted_people,
)
from submissions.teaching.figures.selection import Selection

_ON_A_PAGE = 500
_TITLES = {
    Counted.SUBMITTED: N_("Who has submitted"),
    Counted.NOT_YET: N_("Who has not submitted yet"),
    Counted.LATE: N_("Who is late"),
    Counted.PASSED: N_("Who has everything right"),
    Counted.NEED_HELP: N_("Who is stuck"),
    Counted.ATTEMPTED: N_("Who has a selected attempt"),
    Counted.SUITE_APPLIED: N_("Who has an attempt that this suite applies to: {suite}"),
    Counted.SUITE_UNWRITTEN: N_("Who has not implemented what this suite needs: {suite}"),
    Counted.SUITE_PASSED: N_("Who passed this suite: {suite}"),
    Counted.OVERCAME: N_("Overcame it: {cause}"),
}
_EVER = {
    None: N_("Ever had it: {cause}"),
    Certainty.PROVEN: N_("Ever had it, proven: {cause}"),
    Certainty.LIKELY: N_("Ever had it, likely: {cause}"),
}
_HAVE = {
    None: N_("{have_it}: {cause}"),
    Certainty.PROVEN: N_("{have_it}, proven: {cause}"),
    Certainty.LIKELY: N_("{have_it}, likely: {cause}"),
}
_HOLDERS = 100


class CountedList(Frozen):
    """A list that was asked for."""

    title: str
    people: Sequence[CountedPerson]

    @property
    def is_cut(self) -> bool:
        """Whether more people may be counted than a page lists."""
        return len(self.people) == _ON_A_PAGE


def counted_list(
    session: Session, assignment: Assignment, selection: Selection, question: Question | None
) -> CountedList | None:
    """None where nothing was asked for."""
    if question is None:
        return None
    people = counted_people(session, assignment, selection, question, limit=_ON_A_PAGE)
    own = own_titles(current_version(session, assignment)) if is_own(question.suite) else {}
    return CountedList(people_title(question, selection, suite_title(question.suite, own)), people)


def people_query(question: Question) -> str:
    """The end of an address that lists the people whom a number counts."""
    asked = {
        "counted": question.counted,
        "fault": question.cause,
        "certainty": question.certainty,
        "then": question.then,
        "suite": question.suite,
        "least": question.least,
        "most": question.most,
    }
    return urlencode({name: value for name, value in asked.items() if value}) + "#people"


def people_title(question: Question, selection: Selection, suite: str) -> str:
    """The title of the list, which a screen reader also says of the number that leads to it."""
    cause = finding_words.cause(question.cause)
    match question.counted:
        case Counted.POINTS:
            if question.most is None:
                return _("Who has {percent} percent or more", percent=question.least)
            return _("Who has {least} to {most} percent", least=question.least, most=question.most)
        case Counted.EVER:
            return _(_EVER[question.certainty], cause=cause)
        case Counted.HAVE:
            return _(_HAVE[question.certainty], have_it=have_it(selection.which), cause=cause)
        case Counted.OVERCAME if question.then:
            return _("Overcame it: {cause}. Next: {next}", cause=cause, next=next_title(question.then))
    return _(_TITLES[question.counted], cause=cause, suite=suite)


def next_title(cause: str) -> str:
    """Name what comes after a cause."""
    if cause == PASSED:
        return _("Everything right")
    return _("No known cause") if cause == NO_KNOWN_CAUSE else finding_words.cause(cause)


class HeldCause(Frozen):
    """A cause that was asked for, and who has it in the selected attempt."""

    cause: str
    title: str
    holders: Sequence[Holder]

    @property
    def is_cut(self) -> bool:
        """Whether there may be more than a page lists."""
        return len(self.holders) == _HOLDERS


def held_cause(
    session: Session, assignment: Assignment, selection: Selection, cause: str
) -> HeldCause | None:
    """None without a cause, and for one that nobody knows."""
    if cause not in faults.load():
        return None
    held = holders(session, assignment, selection, cause, limit=_HOLDERS)
    return HeldCause(cause, finding_words.cause(cause), held)
