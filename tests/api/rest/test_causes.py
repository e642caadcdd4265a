from uuid import UUID

from sqlalchemy import delete

from submissions.courses.grades import stored_facts
from submissions.tables import Assignment, Grading, Role, StoredReport, Submission
from tests.api.rest.interface import Interface


def _has(api: Interface, submission_id: str, *causes: str) -> None:
    """The submission is graded, with these causes; its report was deleted at the end of its time."""
    with api.school.database.begin() as session:
        submission = session.get_one(Submission, UUID(submission_id))
        session.get_one(Grading, submission.grading_id).causes = list(causes)
        session.execute(delete(StoredReport).where(StoredReport.grading_id == submission.grading_id))
        stored_facts.follow(session, session.get_one(Assignment, submission.assignment_id), [submission.id])


def test_staff_read_how_many_have_a_cause(api: Interface) -> None:
    ada, bob = api.student(), api.student()
    handed_in = [api.submit(each, text)["id"] for each, text in ((ada, "1"), (bob, "2"), (bob, "3"))]
    api.school.grade_all()
    for submission_id, causes in zip(handed_in, (["wrong_sign"], ["wrong_sign"], []), strict=True):
        _has(api, submission_id, *causes)

    answer = api.member(Role.ASSISTANT).get(f"{api.assignment}/causes").json()

    assert answer["students"] == 2
    assert answer["causes"] == [
        {"fault": "wrong_sign", "now": [handed_in[0]], "ever": 2, "overcome": 1, "attempts": 1.0}
    ]


def test_they_are_for_staff(api: Interface) -> None:
    assert api.student().get(f"{api.assignment}/causes").status_code == 403
    assert api.stranger().get(f"{api.assignment}/causes").status_code == 404
