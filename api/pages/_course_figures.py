"""The figures of a course, one function a figure, by the names that stand in addresses."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from sqlalchemy.orm import Session

from api.i18n import gettext as _
from api.pages._counted_people import people_query
from api.pages._figure import Figure, FigureCell, level
from api.words import finding as finding_words
from grader.records import Frozen
from submissions.tables import Assignment, Course
from submissions.teaching.figures.cause_map import cause_map
from submissions.teaching.figures.counted_people import Counted, Question
from submissions.teaching.figures.selection import Selection
from submissions.teaching.figures.turnout import STUCK, Turnout, turnouts

_CAUSES = 15
"""Rows of the heat map."""


class LookedCourse(Frozen, dict=True):
    """The facts that a figure is made of."""

    session: Session
    course: Course
    assignments: Sequence[Assignment]
    """The assignments that are shown, in their order."""
    selection: Selection
    query: str
    """The filter, as the beginning of an address' query."""

    @cached_property
    def turnouts(self) -> list[Turnout]:
        """Where each assignment stands."""
        ids = [each.id for each in self.assignments]
        return turnouts(self.session, self.course.id, ids, self.selection)


def turnout_definition() -> str:
    """Return what the numbers of a turnout count, for every page that has them."""
    return _(
        "Only active students are counted, and not what course staff submit. Submitted: a submission is "
        "graded or waiting to be graded, or we could not grade it. Late, everything right and median are "
        "about the selected attempt and time. Late: after the student's own due date. Everything right: all "
        "points, bonus suites left out. Median: of the points in percent, with late penalties and without "
        "grade overrides. Stuck: the same cause in the last {n} graded attempts or more, whichever time and "
        "attempt are selected. The page Who needs help also knows other reasons.",
        n=STUCK,
    )


def turnout(of: LookedCourse) -> Figure:
    """Where the class stands in each assignment."""
    assignments = zip(of.assignments, of.turnouts, strict=True)
    return Figure(
        "turnout",
        _("Where does the class stand?"),
        turnout_definition(),
        [
            _("Assignment"),
            _("Submitted"),
            _("Not yet"),
            _("Late"),
            _("Everything right"),
            _("Stuck"),
            _("Median, percent"),
        ],
        [_turnout_row(of, assignment, turnout) for assignment, turnout in assignments],
        _("There are no assignments yet."),
        "turnout",
        is_wide=True,
        totalled=range(1, 6),
    )


def _turnout_row(of: LookedCourse, assignment: Assignment, turnout: Turnout) -> list[FigureCell]:
    median = turnout.points.median
    home = f"/teach/assignments/{assignment.id}/dashboard?{of.query}"
    counts = {
        Counted.SUBMITTED: turnout.submitted,
        Counted.NOT_YET: turnout.not_yet,
        Counted.LATE: turnout.late,
        Counted.PASSED: turnout.passed,
        Counted.NEED_HELP: turnout.need_help,
    }
    return [
        FigureCell(assignment.title, home),
        *(
            FigureCell(count, home + people_query(Question(counted=counted)), assignment.title)
            for counted, count in counts.items()
        ),
        FigureCell(None if median is None else round(median, 1)),
    ]


def causes(of: LookedCourse) -> Figure:
    """Causes by assignments."""
    shown = [each.id for each in of.assignments]
    found = cause_map(of.session, of.course.id, shown, of.selection)[:_CAUSES]
    most = max((count for each in found for count in each.students.values()), default=0)
    rows = []
    for each in found:
        title = finding_words.cause(each.cause)
        cells = [FigureCell(title, f"/faults/{each.cause}" if title else "")]
        for assignment in of.assignments:
            count = each.students.get(assignment.id, 0)
            url = f"/teach/assignments/{assignment.id}/dashboard?{of.query}cause={each.cause}#students"
            cells.append(FigureCell(count, url, f"{title} · {assignment.title}", level=level(count, most)))
        cost = None if each.points_lost is None else round(each.points_lost, 2)
        rows.append([*cells, FigureCell(each.total), FigureCell(cost)])
    return Figure(
        "causes",
        _("Which misunderstandings stay, and which come back?"),
        _(
            "Students with each cause in the selected attempt, by assignment: the {n} most frequent causes. "
            "In the column Total, a student counts once for each assignment. Points lost: what these "
            "attempts lack before late penalties, added up over the students. The causes of one attempt "
            "share what it lacks.",
            n=_CAUSES,
        ),
        [_("Cause"), *(each.title for each in of.assignments), _("Total"), _("Points lost")],
        rows,
        _("No cause of a failure was found."),
        is_map=True,
        totalled=range(1, len(of.assignments) + 3),
    )


FIGURES: Mapping[str, Callable[[LookedCourse], Figure]] = {"turnout": turnout, "causes": causes}
"""The figures by name, in the order of the page."""
