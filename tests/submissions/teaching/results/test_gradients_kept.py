"""What was seen of how gradients are obtained is kept beside the grade, for the list that staff look at."""

import pytest

from grader.gradients import Gradients, Method, MethodCertainty, Sign, SignEvidence
from grader.records import replace
from submissions.grading.work.results import FinishedReport, store
from submissions.tables import Assignment
from submissions.teaching.results.search import SubmissionFilter, search
from tests.world.classroom import OPERATOR
from tests.world.school import School, report, work_of

_SIGN = (SignEvidence(sign=Sign.FOLLOWS_INPUTS),)


@pytest.mark.parametrize(
    ("method", "certainty", "kept"),
    [
        (Method.BACKPROPAGATION, MethodCertainty.PROVEN, (None, False)),
        (Method.NOT_SHOWN, None, (None, False)),
        (Method.NUMERICAL, MethodCertainty.PROVEN, ("numerical", True)),
        (Method.FORWARD_MODE, MethodCertainty.LIKELY, ("forward-mode", False)),
    ],
)
def test_only_another_way_is_flagged(
    school: School, method: Method, certainty: MethodCertainty | None, kept: tuple[str | None, bool]
) -> None:
    school.submit(school.student())
    taken = school.taken()
    with school.database.begin() as session:
        made = report(work_of(session, taken.job_id))
        found = Gradients(method=method, certainty=certainty, evidence=_SIGN)
        told = replace(made, gradients=found)
        assert store(session, taken, FinishedReport.of(told), now=school.clock())

    with school.database.read() as session:
        made_for = session.get_one(Assignment, school.assignment_id)
        (row,) = search(session, OPERATOR, made_for, SubmissionFilter()).rows
    assert (row.gradients, row.gradients_proven) == kept
