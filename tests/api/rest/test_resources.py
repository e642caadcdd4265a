"""Courses, people, codes, assignments, tokens, grades: made, read, changed, and by whom."""

import json
from datetime import timedelta
from typing import Any

import pytest

from submissions.people.access.policy import Scope
from submissions.tables import Role
from tests.api.rest.interface import Asking, Interface


def test_an_operator_makes_a_course_and_owns_it(api: Interface) -> None:
    operator = api.operator()
    made = operator.post("/courses", json={"title": " Backprop ", "zone": "Europe/Madrid"})

    course = made.json()
    assert (made.status_code, course["title"], course["role"]) == (201, "Backprop", "owner")
    assert operator.get(made.headers["Location"].removeprefix("/api/v1")).json() == course


def test_a_student_makes_no_courses(api: Interface) -> None:
    assert api.student().post("/courses", json={"title": "x"}).status_code == 403


def test_a_course_changes_only_in_what_is_sent(api: Interface) -> None:
    owner = api.owner()
    changed = owner.patch(api.course, json={"zone": "Asia/Kathmandu"}).json()

    assert (changed["title"], changed["zone"]) == ("Backprop", "Asia/Kathmandu")
    assert owner.get(api.course).json() == changed
    assert api.member(Role.INSTRUCTOR).patch(api.course, json={"title": "x"}).status_code == 403


def test_courses_are_listed_to_who_is_in_them(api: Interface) -> None:
    student = api.student()
    api.operator().post("/courses", json={"title": "Another"})

    assert [each["title"] for each in student.get("/courses").json()["items"]] == ["Backprop"]
    assert len(api.operator().get("/courses").json()["items"]) == 2
    assert api.stranger().get("/courses").json()["items"] == []


def test_people_are_admitted_by_their_login(api: Interface) -> None:
    owner, operator = api.owner(), api.operator()
    account = operator.post("/people", json={"login": "Ada@Example.edu", "name": "Ada"}).json()
    admitted = owner.post(f"{api.course}/people", json={"login": "ada@example.edu", "role": "assistant"})
    again = owner.post(f"{api.course}/people", json={"login": "ada@example.edu"})
    unknown = owner.post(f"{api.course}/people", json={"login": "eve"})

    assert (admitted.status_code, admitted.json()["id"], admitted.json()["role"]) == (
        201,
        account["id"],
        "assistant",
    )
    assert owner.get(admitted.headers["Location"].removeprefix("/api/v1")).json() == admitted.json()
    assert (again.status_code, again.json()["type"]) == (409, "/problems/already-there")
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (422, "/login")


def test_only_an_operator_makes_accounts(api: Interface) -> None:
    new = {"login": "ada", "name": "Ada"}

    assert api.owner().post("/people", json=new).status_code == 403
    assert api.operator().post("/people", json=new).status_code == 201
    assert api.operator().post("/people", json=new).status_code == 409


def test_roles_are_given_and_people_leave(api: Interface) -> None:
    owner, student = api.owner(), api.student()
    path = f"{api.course}/people/{student.person_id}"
    changed = owner.patch(path, json={"role": "assistant"})
    left = owner.delete(path)

    assert changed.json()["role"] == "assistant"
    assert (left.status_code, left.content) == (204, b"")
    assert owner.get(path).json()["active"] is False
    assert student.get(api.course).status_code == 404


def test_only_owners_make_owners(api: Interface) -> None:
    student = api.student()
    path = f"{api.course}/people/{student.person_id}"

    assert api.member(Role.INSTRUCTOR).patch(path, json={"role": "owner"}).status_code == 403
    assert api.owner().patch(path, json={"role": "owner"}).status_code == 200


def test_students_do_not_see_the_roster(api: Interface) -> None:
    assert api.student().get(f"{api.course}/people").status_code == 403


def test_a_join_code_is_made_listed_and_revoked(api: Interface) -> None:
    owner = api.owner()
    path = f"{api.course}/join-codes"
    made = owner.post(path, json={"days": 7}).json()

    assert owner.get(path).json()["items"] == [made]
    assert owner.delete(f"{path}/{made['id']}").status_code == 204
    assert owner.get(path).json()["items"] == []
    assert owner.post(path, json={"role": "owner"}).status_code == 422
    assert owner.delete(f"{path}/{api.school.course_id}").status_code == 404


NEW = {"title": "Core", "stage": "core", "points": 12.5, "due_at": "2026-12-01T22:59:00+01:00"}


def test_an_assignment_is_made_and_read(api: Interface) -> None:
    owner = api.owner()
    made = owner.post(f"{api.course}/assignments", json=NEW)

    assignment = made.json()
    assert (made.status_code, assignment["points"], assignment["version"]) == (201, 12.5, 1)
    assert assignment["due_at"] == "2026-12-01T21:59:00Z"
    assert "a_plus_a" in assignment["weights"]
    read = owner.get(made.headers["Location"].removeprefix("/api/v1"))
    assert (read.json(), read.headers["ETag"]) == (assignment, made.headers["ETag"])
    again = owner.get(f"/assignments/{assignment['id']}", headers={"If-None-Match": read.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"points": "12"}, "/points"),
        ({"points": 0}, "/points"),
        ({"points": 1e400}, "/points"),
        ({"due_at": 5}, "/due_at"),
        ({"due_at": "5"}, "/due_at"),
        ({"due_at": "2026-12-01T22:59:00"}, "/due_at"),
        ({"due_at": "0001-01-01T00:00:00+14:00"}, "/due_at"),
        ({"due_at": "2026-11-30T00:00:00Z", "opens_at": "2026-12-01T00:00:00Z"}, "/due_at"),
        ({"stage": "nonsense"}, "/stage"),
        ({"weights": {"nonsense": 1}}, "/weights"),
        ({"weights": {"a_plus_a": 1001}}, "/weights/a_plus_a"),
        ({"published": "yes"}, "/published"),
        ({"title": "\x00"}, "/title"),
        ({"instructions": "x" * 12_001}, "/instructions"),
        ({"title": None}, "/title"),
        ({"revision": 5}, "/revision"),
    ],
)
def test_what_cannot_be_used_of_an_assignment_is_pointed_at(
    api: Interface, change: dict[str, Any], pointer: str
) -> None:
    owner = api.owner()
    tag = owner.get(api.assignment).headers["ETag"]
    made = owner.post(f"{api.course}/assignments", **document({**NEW, **change}))
    changed = owner.patch(api.assignment, **document(change, {"If-Match": tag}))

    for answer in (made, changed):
        assert answer.status_code == 422, answer.text
        assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def document(content: dict[str, Any], headers: dict[str, str] | None = None) -> dict[str, Any]:
    """As other programs write JSON: infinity too."""
    return {
        "content": json.dumps(content),
        "headers": {"Content-Type": "application/json", **(headers or {})},
    }


def test_a_change_is_made_on_what_was_read_last(api: Interface) -> None:
    owner = api.owner()
    tag = owner.get(api.assignment).headers["ETag"]

    def change(tag: str | None, title: str) -> Any:
        return owner.patch(api.assignment, json={"title": title}, headers={"If-Match": tag} if tag else {})

    without = change(None, "x")
    first = change(tag, "first")
    stale = change(tag, "second")
    second = change(f'"other", {first.headers["ETag"]}', "second")

    assert (without.status_code, without.json()["type"]) == (428, "/problems/precondition-required")
    assert (first.status_code, first.json()["title"], first.json()["version"]) == (200, "first", 1)
    assert (stale.status_code, stale.json()["type"]) == (412, "/problems/stale")
    assert second.json()["title"] == "second"
    assert change("*", "third").status_code == 200


def test_another_stage_brings_its_own_suites_and_is_another_version(api: Interface) -> None:
    owner = api.owner()
    before = owner.get(api.assignment).json()
    changed = owner.patch(api.assignment, json={"stage": "local-rules"}, headers={"If-Match": "*"}).json()

    assert changed["version"] == before["version"] + 1
    assert set(changed["weights"]) != set(before["weights"])
    assert changed["title"] == before["title"]


def test_students_find_no_drafts(api: Interface) -> None:
    api.set(published=False)
    student = api.student()

    assert student.get(api.assignment).status_code == 404
    assert student.get(f"{api.course}/assignments").json()["items"] == []
    assert len(api.owner().get(f"{api.course}/assignments").json()["items"]) == 1


def test_an_archived_assignment_takes_nothing_and_is_not_listed(api: Interface) -> None:
    owner, student = api.owner(), api.student()

    assert owner.delete(api.assignment).status_code == 204
    assert student.get(f"{api.course}/assignments").json()["items"] == []
    answer = student.post(f"{api.assignment}/submissions", files={"file": ("value.py", b"x = 1")})
    assert answer.json()["type"] == "/problems/closed"


def test_what_is_left_of_the_attempts_is_told(api: Interface) -> None:
    api.set(attempt_limit=2, cooldown_seconds=60)
    student = api.student()
    path = f"{api.assignment}/attempts"
    before = student.get(path).json()
    api.submit(student)

    assert before == {"used": 0, "limit": 2, "next_at": None}
    assert student.get(path).json() == {"used": 1, "limit": 2, "next_at": "2026-11-16T09:01:00Z"}


def test_a_token_is_shown_once_works_and_is_revoked(api: Interface) -> None:
    student = api.student()
    made = student.post("/tokens", json={"name": "laptop", "scopes": ["courses:read"]}).json()
    new = Asking(api.client, student.person_id, made["token"])

    assert new.get("/me").json()["scopes"] == ["courses:read"]
    assert made["token"].endswith(made["ending"])
    assert "token" not in student.get("/tokens").json()["items"][0]
    assert student.delete(f"/tokens/{made['id']}").status_code == 204
    assert new.get("/me").status_code == 401
    assert made["id"] not in {each["id"] for each in student.get("/tokens").json()["items"]}


def test_a_token_gives_no_more_than_it_has(api: Interface) -> None:
    little = api.student(scopes=frozenset({Scope.COURSES_READ}), lasts=timedelta(days=2))
    more = little.post("/tokens", json={"name": "x", "scopes": ["grades:read"]})
    longer = little.post("/tokens", json={"name": "x", "scopes": ["courses:read"], "days": 3})
    same = little.post("/tokens", json={"name": "x", "scopes": ["courses:read"]})

    assert (more.status_code, longer.status_code, same.status_code) == (403, 422, 201)
    assert same.json()["expires_at"] == little.get("/me").json()["expires_at"]
    assert api.owner().post("/tokens", json={"name": "x", "scopes": ["admin"]}).status_code == 403


def test_nobody_revokes_what_is_not_theirs(api: Interface) -> None:
    (token,) = api.student().get("/tokens").json()["items"]

    assert api.operator().delete(f"/tokens/{token['id']}").status_code == 404


def test_a_token_for_one_course_knows_no_other(api: Interface) -> None:
    owner = api.owner()
    other = owner.post("/courses", json={"title": "Another"}).json()
    assert owner.person_id is not None
    narrow = api.ask(owner.person_id, course_id=api.school.course_id)

    assert [each["title"] for each in narrow.get("/courses").json()["items"]] == ["Backprop"]
    assert narrow.get(f"/courses/{other['id']}").status_code == 404


def test_grades_leave_as_a_table_without_formulas(api: Interface) -> None:
    owner = api.owner()
    api.set(title="=HYPERLINK(1)")
    student = api.student()
    api.submit(student)
    before = owner.get(f"{api.course}/gradebook.csv").text
    api.school.grade_all()
    answer = owner.get(f"{api.course}/gradebook.csv")

    assert before.split("\r\n")[1].split(",")[4:] == ["", "", ""]
    header, row, end = answer.text.split("\r\n")
    assert header == "Name,Login,Section,Student number,Total,Percent,'=HYPERLINK(1) (100)"
    assert (row.split(",")[0], row.split(",")[-1], end) == ("Student", "100", "")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="grades.csv"'
    assert student.get(f"{api.course}/gradebook.csv").status_code == 403


def test_suites_and_faults_are_open_to_everybody(api: Interface) -> None:
    suites = api.nobody.get("/suites").json()["items"]
    faults = api.nobody.get("/faults").json()["items"]
    suite = api.nobody.get(f"/suites/{suites[0]['slug']}").json()
    fault = api.nobody.get("/faults/overwritten_gradient").json()

    assert (suite["slug"], bool(suite["page"]), bool(suite["graphs"])) == (suites[0]["slug"], True, True)
    assert "## Fix" in fault["page"]
    assert {"slug": fault["slug"], "title": fault["title"], "layer": fault["layer"]} in faults
    assert api.nobody.get("/suites/nonsense").status_code == 404
    assert api.nobody.get("/faults/no-slug").status_code == 422


def test_a_gradebook_file_is_checked_and_filled(api: Interface) -> None:
    owner, student = api.owner(), api.student()
    submission = api.submit(student)
    api.school.grade_all()
    me = student.get("/me").json()["login"]
    content = f"Student,ID,SIS Login ID,Section,Core (8)\r\nx,1,{me},A,\r\ny,2,else,A,1\r\n".encode()
    where, asked = f"{api.course}/gradebook", {"assignment_id": submission["assignment_id"]}
    checked = owner.post(f"{where}/check", params=asked, content=content).json()
    unclear = owner.post(f"{where}/fill", params=asked, content=content)
    filled = owner.post(f"{where}/fill", params={**asked, "out_of": 100}, content=content)
    converted = owner.post(f"{where}/fill", params={**asked, "out_of": "12.5"}, content=content)
    refused = owner.post(f"{where}/fill", params=asked, content=b"a,b")
    weights = [{"assignment_id": submission["assignment_id"], "weight": 7}]

    assert (checked["platform"], checked["changed"], checked["unmatched"][0]["ids"]) == (
        "Canvas",
        1,
        ["else"],
    )
    assert (checked["out_of"], checked["fallen"]) == (None, 0)
    assert (unclear.status_code, unclear.json()["errors"][0]["pointer"]) == (422, "/out_of")
    assert filled.content == content.replace(f"{me},A,".encode(), f"{me},A,100".encode())
    assert converted.content == content.replace(f"{me},A,".encode(), f"{me},A,12.5".encode())
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/body")
    tried = owner.post(f"{where}/weights/trial", json={"weights": weights}).json()
    assert (tried["students"], tried["rises"], tried["changes"], tried["mean_after"]) == (1, 0, [], 100)
    assert owner("PUT", f"{where}/weights", json={"weights": weights}).status_code == 204
    assert owner.get(where).json()["assignments"][0]["weight"] == 7
    assert owner.get(f"{where}/statistics").json()["total"]["mean"] == 100


def test_a_roster_is_compared_and_applied(api: Interface) -> None:
    owner = api.owner()
    students = {
        "students": [{"login": "ada", "name": "Ada", "section": "Lab 1", "sis_id": "S1"}, {"login": "a b"}]
    }
    seen = owner.post(f"{api.course}/roster", json=students).json()
    applied = owner.post(f"{api.course}/roster", json={**students, "apply": seen["digest"]}).json()
    stale = owner.post(f"{api.course}/roster", json={**students, "apply": seen["digest"]})
    people = owner.get(f"{api.course}/people").json()["items"]
    ada = next(each for each in people if each["login"] == "ada")

    assert (seen["applied"], applied["applied"], stale.status_code) == (False, True, 412)
    assert [each["login"] for each in applied["added"]] == ["ada"]
    assert [each["row"] for each in applied["problems"]] == [2]
    assert (ada["section"], ada["sis_id"]) == ("Lab 1", "S1")
    assert owner.patch(f"{api.course}/people/{ada['id']}", json={"section": ""}).json()["section"] == ""
    logged = owner.get(f"{api.course}/log", params={"action": "roster-imported"}).json()["items"]
    assert logged[0]["details"] == {"added": 1, "changed": 0, "left": 0}
    for end in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"):
        assert owner.get(f"{api.course}/log", params={"since": end}).status_code == 422


def test_a_course_ends_and_a_person_is_forgotten(api: Interface) -> None:
    owner, operator, student = api.owner(), api.operator(), api.student()
    api.submit(student)
    me = f"/people/{student.person_id}"
    kept = owner("PUT", f"{api.course}/retention", json={"keep_files_days": 90, "keep_reports_days": None})
    copy = student.post(f"{me}/export")
    erased = operator.delete(me, params={"login": student.get("/me").json()["login"]})

    assert kept.json()["keep_files_days"] == 90
    assert owner.post(f"{api.course}/archive").status_code == 204
    assert owner.post(f"{api.course}/restore").status_code == 204
    wrong = owner.delete(api.course, params={"title": "x"})
    assert wrong.status_code == 422
    assert [(each["in"], each["pointer"]) for each in wrong.json()["errors"]] == [("query", "/title")]
    assert owner.delete(api.course, params={"title": "Backprop"}).json()["delete_at"] is not None
    assert (copy.status_code, copy.content[:2]) == (200, b"PK")
    assert owner.post(f"{me}/export").status_code == 403
    assert (owner.delete(me).status_code, erased.status_code) == (403, 204)
    assert owner.get("/roles").json()["items"][0]["role"] == "owner"


def test_staff_make_links_that_sign_students_in_with_a_scope_of_its_own(api: Interface) -> None:
    ada = api.student()
    person = ada.get("/me").json()["id"]
    owner = api.owner(scopes=frozenset({Scope.COURSES_WRITE, Scope.SIGN_IN_LINKS_WRITE}))
    link = owner.post(f"{api.course}/people/{person}/sign-in-links")

    assert link.status_code == 201
    assert api.client.get(link.json()["url"]).status_code == 200
    (other,) = owner.post(f"{api.course}/sign-in-links").json()["items"]
    assert other["person_id"] == person
    without = api.owner(scopes=frozenset(Scope) - {Scope.SIGN_IN_LINKS_WRITE, Scope.ADMIN})
    assert without.post(f"{api.course}/people/{person}/sign-in-links").status_code == 403
    assert ada.post(f"{api.course}/sign-in-links").status_code == 403
