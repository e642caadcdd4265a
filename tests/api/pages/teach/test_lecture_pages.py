from submissions.teaching.figures.rebuild import rebuild
from tests.world.desk import Desk


def test_staff_teach_from_what_a_class_has_and_see_a_result_as_its_student(desk: Desk) -> None:
    made = desk.assignment(hint_rung=1)
    submission = desk.handed_in(made, "class Value:\n    pass\n")
    desk.graded(submission)
    with desk.service.database.begin() as session:
        rebuild(session, made.id)
    home = f"/teach/assignments/{made.id}"

    lecture = desk.teacher.open(f"{home}/lecture")
    assert "1 student has this now" in lecture.text
    assert "Student" not in lecture.text.replace("1 student", "")
    lab = desk.teacher.open(f"{home}/lab")
    assert "Gradient overwritten instead of accumulated" in lab.text
    before = desk.teacher.open(f"{home}/pulse").source
    desk.handed_in(made, "class Value:\n    grad = 1\n")
    assert desk.teacher.open(f"{home}/pulse").source != before

    held = desk.teacher.open(f"{home}/students.csv?cause=overwritten_gradient")
    assert f"{submission.id}" in held.source
    seen = desk.teacher.open(f"/submissions/{submission.id}/as-student")
    assert "Back to the staff view" in seen.text
    assert "Gradient overwritten" not in seen.text
    assert "Gradient overwritten" in desk.teacher.open(f"/submissions/{submission.id}").text
    assert desk.me.open(f"/submissions/{submission.id}/as-student").status in {403, 404}
