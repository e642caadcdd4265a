"""Copies, course files, late days and hidden suites over REST."""

from submissions.tables import Role
from tests.api.rest.interface import Interface

_DUE = "2027-03-01T12:00:00Z"


def test_a_course_goes_through_its_file_and_only_staff_have_it(api: Interface) -> None:
    owner = api.owner()
    made = owner.post(
        f"{api.course}/assignments", json={"title": "Core", "due_at": _DUE, "hidden_suites": ["diamond"]}
    ).json()
    copied = owner.post(f"{api.course}/copies", json={"title": "Spring", "days": 7}).json()
    (copy,) = [
        each for each in owner.get(f"/courses/{copied['id']}/assignments").json()["items"]
        if each["due_at"]
    ]  # fmt: skip
    file = owner.get(f"{api.course}/file").json()
    imported = owner.post("/course-files", json=file)

    assert (copy["due_at"][:10], copy["published"]) == ("2027-03-08", False)
    assert copy["hidden_suites"] == made["hidden_suites"] == ["diamond"]
    assert imported.status_code == 201
    assert owner.post("/course-files", json={"content": "{}"}).status_code == 422
    assert api.student().get(f"{api.course}/file").status_code == 403
    assert api.member(Role.ASSISTANT).get(f"{api.course}/file").status_code == 403


def test_students_are_not_told_which_suites_are_hidden(api: Interface) -> None:
    given = {"title": "Core", "stage": "core", "published": True, "hidden_suites": ["diamond"]}
    made = api.owner().post(f"{api.course}/assignments", json=given).json()
    seen = api.student().get(f"/assignments/{made['id']}").json()

    assert "diamond" in made["weights"]
    assert (seen["hidden_suites"], "diamond" in seen["weights"]) == ([], False)


def test_a_student_uses_late_days_of_the_course(api: Interface) -> None:
    owner, student = api.owner(), api.student()
    owner.patch(api.course, json={"late_days": 2})
    given = {"title": "Core", "published": True, "due_at": _DUE, "late_days_usable": 1}
    late_days = f"/assignments/{owner.post(f'{api.course}/assignments', json=given).json()['id']}/late-days"

    assert student.get(late_days).json()["next_due_at"][:10] == "2027-03-02"
    assert student("PUT", late_days, json={"days": 1}).json()["left"] == 1
    assert student("PUT", late_days, json={"days": 2}).status_code == 422


def test_staff_give_a_late_day_back(api: Interface) -> None:
    owner, student = api.owner(), api.student()
    owner.patch(api.course, json={"late_days": 2})
    given = {"title": "Core", "published": True, "due_at": _DUE, "late_days_usable": 1}
    assignment = f"/assignments/{owner.post(f'{api.course}/assignments', json=given).json()['id']}"
    me = student.get("/me").json()["id"]
    student("PUT", f"{assignment}/late-days", json={"days": 1})
    returned = {"days": 1, "reason": "The network was down."}
    of_student = f"{assignment}/people/{me}/late-days"

    assert owner("PUT", of_student, json=returned).json() == {
        "left": 2, "used": 1, "returned": 1, "reason": "The network was down."
    }  # fmt: skip
    assert student.get(f"{assignment}/late-days").json()["reason"] == "The network was down."
    (extension,) = owner.get(f"{assignment}/extensions").json()["items"]
    assert (extension["late_days"], extension["late_days_returned"]) == (1, 1)
    assert owner("PUT", of_student, json={"days": 1}).status_code == 422
    assert student("PUT", of_student, json=returned).status_code == 403
    assert owner("PUT", of_student, json={"days": 0}).json()["left"] == 1
