"""All that is known of each cause in a class: who has it now, who ever had it, and how long it lasted."""

from collections.abc import Sequence

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import Assignment, AttemptFact
from submissions.teaching.figures.causes import CauseFigure
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.selection import Selection, selected


class CauseCount(Frozen):
    """One cause in a class."""

    figure: CauseFigure
    """The numbers of students who have it in the selected attempt, and who ever had it."""
    overcame: int
    """Students who had a later attempt without it, whichever time and attempt are selected."""
    attempts: float | None
    """The median number of attempts from the first with it to the first without; None where there is none."""

    @property
    def cause(self) -> str:
        """The fault, by slug."""
        return self.figure.cause


class ClassCauses(Frozen):
    """The causes of an assignment, the one that most students have now first."""

    students: int
    """The number of students with a selected attempt."""
    passed: int
    """The number of students with a selected attempt that passed everything."""
    causes: Sequence[CauseCount]


def class_causes(session: Session, assignment: Assignment, selection: Selection) -> ClassCauses:
    """The figures that dashboards show, cause by cause."""
    students, passed = _students(session, assignment, selection)
    of = ClassFigures(session, assignment, selection)
    by_cause = {each.cause: each for each in of.overcoming}
    return ClassCauses(
        students,
        passed,
        [
            CauseCount(each, by_cause[each.cause].overcame, by_cause[each.cause].attempts)
            for each in of.causes
        ],
    )


def _students(session: Session, assignment: Assignment, selection: Selection) -> tuple[int, int]:
    """How many students have a selected attempt, and how many one that passed everything."""
    passed = case((AttemptFact.passed.is_(True), AttemptFact.person_id))
    counts = select(func.count(AttemptFact.person_id.distinct()), func.count(passed.distinct()))
    row = session.execute(selected(counts, assignment, selection)).one()
    return row[0], row[1]
