"""The figures of a class in one assignment, each read in one way for pages, spreadsheets and REST."""

from functools import cached_property

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import Assignment
from submissions.teaching.figures.causes import CauseFigure, causes
from submissions.teaching.figures.over_time import TimeBucket, over_time
from submissions.teaching.figures.overcoming import Overcoming, overcoming
from submissions.teaching.figures.points import PointsBucket
from submissions.teaching.figures.selection import Selection
from submissions.teaching.figures.standouts import Standouts, standouts
from submissions.teaching.figures.suites import SuiteFigure, suite_figures
from submissions.teaching.figures.turnout import Turnout, turnouts


class ClassFigures(Frozen, dict=True):
    """The figures of the selected attempts; one that a page needs several times is read once."""

    session: Session
    assignment: Assignment
    selection: Selection

    @cached_property
    def turnout(self) -> Turnout:
        """Return the turnout of the assignment."""
        course_id = self.assignment.course_id
        assert course_id is not None
        [found] = turnouts(self.session, course_id, [self.assignment.id], self.selection)
        return found

    @property
    def points(self) -> list[PointsBucket]:
        """How points are spread."""
        return self.turnout.points.buckets

    @cached_property
    def causes(self) -> list[CauseFigure]:
        """The students who have each cause now, and who ever had it."""
        return causes(self.session, self.assignment, self.selection, self.overcoming)

    @cached_property
    def overcoming(self) -> list[Overcoming]:
        """How long each cause lasts, and what comes after it."""
        return overcoming(self.session, self.assignment, self.selection)

    @cached_property
    def suites(self) -> list[SuiteFigure]:
        """How hard each suite is, and whether it tells students apart."""
        return suite_figures(self.session, self.assignment, self.selection)

    @property
    def is_of_hunt(self) -> bool:
        """Whether attempts are graded and none has a suite, as in a fault hunt."""
        return self.turnout.points.attempts > 0 and not self.suites

    @property
    def time(self) -> list[TimeBucket]:
        """When attempts are submitted."""
        return over_time(self.session, self.assignment, self.selection)

    def standouts(self, limit: int) -> Standouts:
        """Return the attempts with the fewest points, and those with the smallest share that was asked."""
        return standouts(self.session, self.assignment, self.selection, limit=limit)
