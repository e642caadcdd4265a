"""The lecture view over REST."""

from uuid import UUID

from grader.finding import Finding
from grader.records import to_json
from grader.report import Report
from submissions.tables import Grading, Role, StoredReport, Submission
from submissions.teaching.figures.rebuild import rebuild
from tests.api.explained import OVERWRITTEN
from tests.api.rest.interface import Interface


def test_staff_read_the_commonest_causes_with_an_example_that_names_nobody(
    api: Interface, diagnosed: Report
) -> None:
    api.submit(api.student(), "of_ada = 1")
    (submission_id,) = api.school.grade_all()
    _diagnose(api, submission_id, diagnosed)
    teacher = api.member(Role.ASSISTANT)

    slides = teacher.get(f"{api.assignment}/lecture").json()

    assert [(each["fault"], each["students"]) for each in slides] == [(OVERWRITTEN.fault, 1)]
    assert _graph(OVERWRITTEN) == [each["name"] for each in slides[0]["example"]["nodes"]]
    assert slides[0]["example"]["graph"] == ""
    assert {each["line"] for each in slides[0]["example"]["writes"]} == {None}
    assert teacher.get(f"{api.course}/lecture").json() == slides
    assert teacher.get(f"{api.course}/lecture", params={"since": "2199-01-01T00:00:00Z"}).json() == []
    assert api.student().get(f"{api.assignment}/lecture").status_code == 403


def _graph(finding: Finding) -> list[str]:
    assert finding.explained is not None
    return [node.name for node in finding.explained.nodes]


def _diagnose(api: Interface, submission_id: UUID, report: Report) -> None:
    """Give a graded submission this report, and count it again."""
    with api.school.database.begin() as session:
        grading_id = session.get_one(Submission, submission_id).grading_id
        session.get_one(Grading, grading_id).causes = [OVERWRITTEN.fault]
        session.get_one(StoredReport, grading_id).content = to_json(report)
        session.flush()
        rebuild(session, api.school.assignment_id)
