"""Groups on pages: made and joined by students, seen and formed by staff."""

import re
from datetime import timedelta

from submissions.people.access import people
from submissions.tables import Role
from tests.world.clock import NOW
from tests.world.desk import Desk

_DAY = timedelta(days=1)


def test_students_make_and_join_a_group_and_see_one_result(desk: Desk) -> None:
    made = desk.assignment(group_size=2, due_at=NOW + _DAY)
    home = f"/assignments/{made.id}"
    other, third = desk.member("ben", Role.STUDENT), desk.member("cleo", Role.STUDENT)
    page = desk.me.open(home)
    assert "You are in no group" in page.text
    page = desk.me.submit(page, page.form("Make a group"), {"how": "make"})
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){2}", page.text)
    assert code is not None
    wrong = other.submit(other.open(home), other.open(home).form("Join group"), {"how": "join", "code": "X"})
    assert (wrong.status, "has this code" in wrong.text) == (422, True)
    joined = other.submit(
        other.open(home), other.open(home).form("Join group"), {"how": "join", "code": code[0].lower()}
    )
    assert [name in joined.text for name in ("Student", "Ben")] == [True, True]
    full = third.submit(
        third.open(home), third.open(home).form("Join group"), {"how": "join", "code": code[0]}
    )
    assert "a group has at most 2 students" in full.text

    submission = desk.handed_in(made)
    desk.graded(submission)
    theirs = other.open(home)
    assert "this group stays as it is" in theirs.text
    assert "Leave group" not in theirs.source
    (own,) = re.findall(r"/submissions/[0-9a-f-]{36}(?=\")", theirs.source)
    seen = other.open(own)
    assert seen.status == 200
    assert "Ben and Student" in seen.text
    assert other.open(f"/submissions/{submission.id}").url.endswith(own)
    assert third.open(f"/submissions/{submission.id}").status == 404
    staff = desk.teacher.open(f"/submissions/{submission.id}")
    assert "Ben and Student" in staff.text
    grading = desk.teacher.open(f"/teach/assignments/{made.id}/people/{desk.student.id}")
    assert "In a group with Ben" in grading.text
    assert "They apply to this student only." in grading.text


def test_staff_move_students_and_form_groups_from_a_list_and_at_random(desk: Desk) -> None:
    made = desk.assignment(group_size=2)
    home = f"/teach/assignments/{made.id}/groups"
    for login in ("ben", "cleo", "dan", "eve"):
        desk.member(login, Role.STUDENT)
    desk.handed_in(made)
    page = desk.teacher.open(home)
    assert "Earlier submissions keep counting for those who were members then" in page.text
    page = desk.teacher.press(page, "Put into group", login="BEN", group="")
    page = desk.teacher.press(page, "Put into group", login="student", group="1")
    assert [row[:2] for row in page.rows[1:]] == [["1", "Group 1"]]
    assert desk.teacher.press(page, "Put into group", login="cleo", group="1").status == 422
    assert desk.teacher.press(page, "Put into group", login="nobody", group="1").status == 422
    assert desk.teacher.press(page, "Put into group", login="cleo", group="12").status == 422

    form = next(each for each in page.forms if each.action.endswith("/list"))
    for content, why in (
        (b"login\nben\n", "no column of groups"),
        (b"name,group\nben,1\n", "no column of logins"),
        (b"login,group\ncleo,Red\nnobody,Red\n", "Row 3: no student"),
    ):
        wrong = desk.teacher.submit(page, form, file=("groups.csv", content))
        assert (wrong.status, why in wrong.text) == (422, True)
    listed = desk.teacher.submit(page, form, file=("groups.csv", b"login,group\ncleo,Red\nben,Red\n"))
    assert [row[:2] for row in listed.rows[1:]] == [["1", "Group 1"], ["2", "Red"]]
    form = next(each for each in listed.forms if each.action.endswith("/random"))
    formed = desk.teacher.submit(listed, form, {"size": "2"})
    assert len(formed.rows) == 4
    assert "0 students without a group" in formed.text
    assert len(desk.teacher.open(f"{home}?q=dan").rows) == 2
    with desk.service.database.read() as session:
        ben = people.by_login(session, "ben")
        assert ben is not None
    taken_out = desk.teacher.send(home, f"{home}/people/{ben.id}/take-out")
    assert "1 student without a group" in taken_out.text
    assistant = desk.member("assistant", Role.ASSISTANT)
    assert "Put into group" not in assistant.open(home).source
    assert assistant.send("/me", f"{home}/random", size="2").status == 403
