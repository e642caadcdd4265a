"""A file on its way: taken in, looked at, taken back, told of as far as it may be."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from grader.records import to_json
from grader.report import Report
from submissions.people.access.policy import Scope
from submissions.tables import Grading, Role, StoredReport
from tests.api.rest.interface import Interface

TEXT = "class Value: ...\n"
JSON = {"Content-Type": "application/json"}
WAYS: dict[str, dict[str, Any]] = {
    "form": {"files": {"file": ("value.py", TEXT.encode())}},
    "json": {"json": {"name": "value.py", "content": TEXT}},
    "raw, named in the address": {
        "content": TEXT.encode(),
        "headers": {"Content-Type": "application/octet-stream"},
        "params": {"name": "value.py"},
    },
    "raw, named in a header": {
        "content": TEXT.encode(),
        "headers": {"Content-Type": "text/plain; charset=utf-8", "X-File-Name": "value.py"},
    },
    "raw, of a type that names it": {"content": TEXT.encode(), "headers": {"Content-Type": "text/x-python"}},
}


@pytest.mark.parametrize("way", WAYS)
def test_a_file_comes_in_whichever_way(api: Interface, way: str) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", **WAYS[way])

    made = answer.json()
    assert answer.status_code == 202
    assert answer.headers["Location"] == f"/api/v1/submissions/{made['id']}"
    assert int(answer.headers["Retry-After"]) >= 1
    assert (made["file_name"], made["state"], made["attempt"]) == ("value.py", "queued", 1)
    assert made["sha256"] == hashlib.sha256(TEXT.encode()).hexdigest()


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"files": {"other": ("value.py", b"x")}}, "/file"),
        ({"files": {"file": ("x" * 201 + ".py", b"x")}}, "/file"),
        ({"json": {"name": "value.py", "content": 5}}, "/content"),
        ({"json": {"name": "value.py", "content": "x", "more": 1}}, "/more"),
        ({"content": b'{"name": "value.py", "content": "\\ud800"}', "headers": JSON}, ""),
        ({"content": b'{"name": ', "headers": JSON}, ""),
    ],
)
def test_what_is_wrong_with_an_upload_is_pointed_at(
    api: Interface, options: dict[str, Any], pointer: str
) -> None:
    answer = api.student().post(f"{api.assignment}/submissions", **options)

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize("way", WAYS)
def test_the_class_to_grade_is_named_whichever_way_a_file_comes(api: Interface, way: str) -> None:
    student = api.student()
    asked = {**WAYS[way], "params": {**WAYS[way].get("params", {}), "class_name": "Other"}}
    answer = student.post(f"{api.assignment}/submissions", **asked)

    assert (answer.status_code, answer.json()["class_name"]) == (202, "Other")
    assert not student.post(f"{api.assignment}/submissions", **WAYS[way]).json()["reused"]


@pytest.mark.parametrize("name", ["x" * 81, "two words", "1st", "a.b", "`"])
def test_what_no_class_can_be_called_is_pointed_at(api: Interface, name: str) -> None:
    options = WAYS["form"] | {"params": {"class_name": name}}
    answer = api.student().post(f"{api.assignment}/submissions", **options)

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/class_name"]


def test_the_same_bytes_keep_their_grading(api: Interface) -> None:
    student = api.student()
    first = api.submit(student, TEXT)
    second = api.submit(student, TEXT)

    assert (second["reused"], second["attempt"]) == (True, 0)
    assert second["id"] != first["id"]


def test_a_receipt_is_genuine_and_no_other_is(api: Interface) -> None:
    student = api.student()
    receipt = api.submit(student)["receipt"]
    changed = {**receipt, "received_at": "2026-11-15T09:00:00Z"}

    assert student.post("/receipts/verify", json=receipt).json() == {"genuine": True}
    assert api.stranger().post("/receipts/verify", json=receipt).json() == {"genuine": True}
    assert student.post("/receipts/verify", json=changed).json() == {"genuine": False}


def test_no_receipt_is_genuine_before_the_first(api: Interface) -> None:
    receipt = {
        "submission_id": "00000000-0000-7000-8000-000000000000",
        "sha256": "0" * 64,
        "received_at": "2026-11-15T09:00:00Z",
        "signature": "0" * 64,
    }

    assert api.student().post("/receipts/verify", json=receipt).json() == {"genuine": False}


def test_a_poll_is_short_while_nothing_changes(api: Interface) -> None:
    student = api.student()
    path = f"/submissions/{api.submit(student)['id']}"
    first = student.get(path)
    again = student.get(path, headers={"If-None-Match": first.headers["ETag"]})
    api.school.grade_all()
    graded = student.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, first.json()["ahead"], first.headers["Retry-After"]) == (200, 0, "1")
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (graded.status_code, graded.json()["state"]) == (200, "graded")
    assert "Retry-After" not in graded.headers


def test_a_result_has_its_points_beside_what_there_was_to_earn(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    api.school.grade_all()

    result = student.get(f"/submissions/{made['id']}").json()["result"]
    assert (result["points"], result["earned"], result["possible"]) == (100.0, 100.0, 100.0)
    assert (result["passed"], result["cause"], result["late_days"]) == (True, None, 0)


def test_what_waits_can_be_taken_back(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    taken = student.post(f"/submissions/{made['id']}/withdraw")
    again = student.post(f"/submissions/{made['id']}/withdraw")

    assert (taken.status_code, taken.json()["state"]) == (200, "withdrawn")
    assert (again.status_code, again.json()["type"]) == (409, "/problems/not-withdrawable")


def test_nobody_takes_back_what_is_not_theirs(api: Interface) -> None:
    made = api.submit(api.student())

    assert api.owner().post(f"/submissions/{made['id']}/withdraw").status_code == 403
    assert api.student().post(f"/submissions/{made['id']}/withdraw").status_code == 404


def test_a_token_that_only_reads_takes_nothing_back(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    assert student.person_id is not None
    reading = api.ask(student.person_id, scopes=frozenset({Scope.SUBMISSIONS_READ}))

    assert reading.post(f"/submissions/{made['id']}/withdraw").status_code == 403


def test_the_file_comes_back_as_it_was_and_is_never_shown(api: Interface) -> None:
    student = api.student()
    made = api.submit(student, "<script>", "a b;\u00f1.py")
    answer = student.get(f"/submissions/{made['id']}/file")

    assert answer.content == b"<script>"
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''a%20b%3B%C3%B1.py"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_students_list_their_own_and_staff_everybodys(api: Interface) -> None:
    one, other = api.student(), api.student()
    ids = [api.submit(each)["id"] for each in (one, other, one)]
    path = f"{api.assignment}/submissions"

    def listed(answer: Any) -> list[str]:
        return [each["id"] for each in answer.json()["items"]]

    assert listed(one.get(path)) == [ids[2], ids[0]]
    assert listed(api.owner().get(path)) == ids[::-1]
    assert listed(api.owner().get(path, params={"person": str(other.person_id)})) == [ids[1]]
    assert one.get(path, params={"person": str(other.person_id)}).status_code == 403


def test_a_result_that_is_shown_later_is_told_to_staff_only(api: Interface) -> None:
    due = api.school.clock() + timedelta(days=1)
    api.set(due_at=due, shown="after-due")
    student, owner = api.student(), api.owner()
    path = f"/submissions/{api.submit(student)['id']}"
    api.school.grade_all()

    hidden = student.get(path).json()
    assert (hidden["state"], hidden["result"]) == ("graded", None)
    assert hidden["result_shown_from"] == due.isoformat().replace("+00:00", "Z")
    assert student.get(f"{path}/report").json()["type"] == "/problems/result-hidden"
    assert owner.get(path).json()["result"]["points"] == 100.0
    assert owner.get(f"{path}/report").status_code == 200
    api.school.clock.advance(days=2)
    assert student.get(path).json()["result"]["points"] == 100.0


def test_a_report_that_is_not_there_yet_says_when_to_ask_again(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    answer = student.get(f"/submissions/{made['id']}/report")

    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/not-graded-yet")
    assert answer.headers["Retry-After"] == "1"


def test_there_is_no_report_of_what_was_taken_back(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    student.post(f"/submissions/{made['id']}/withdraw")

    assert student.get(f"/submissions/{made['id']}/report").status_code == 404


def test_an_assistant_sees_what_students_handed_in(api: Interface) -> None:
    made = api.submit(api.student())

    assert api.member(Role.ASSISTANT).get(f"/submissions/{made['id']}").status_code == 200
    assert api.member(Role.OBSERVER).get(f"/submissions/{made['id']}").status_code == 404


def with_report(api: Interface, submission_id: str, report: Report, cause: str) -> None:
    """The submission graded, with this report."""
    api.school.grade_all()
    with api.school.database.begin() as session:
        grading = session.scalars(select(Grading).where(Grading.state == "graded")).one()
        grading.cause, grading.causes = cause, [cause]
        session.merge(StoredReport(grading_id=grading.id, content=to_json(report)))
    assert submission_id


FAULT = "overwritten_gradient"


@pytest.mark.parametrize(
    ("rung", "told"),
    [
        (0, None),
        (1, {"fault": "untold", "line": None, "writes": 0, "repair": False, "wrong": True}),
        (2, {"fault": "untold", "line": 17, "writes": 0, "repair": False, "wrong": True}),
        (3, {"fault": FAULT, "line": 17, "writes": 1, "repair": False, "wrong": True}),
        (4, {"fault": FAULT, "line": 17, "writes": 1, "repair": True, "wrong": True}),
    ],
)
def test_the_hint_level_holds_for_reports(
    api: Interface, diagnosed: Report, rung: int, told: dict[str, Any] | None
) -> None:
    api.set(hint_rung=rung)
    student = api.student()
    made = api.submit(student)
    with_report(api, made["id"], diagnosed, FAULT)

    found = student.get(f"/submissions/{made['id']}/report").json()["diagnosis"]["findings"]
    assert [seen(each) for each in found] == ([told] if told else [])
    cause = student.get(f"/submissions/{made['id']}").json()["result"]["cause"]
    assert cause == (FAULT if rung >= 3 else None)


def test_staff_see_all_of_a_report(api: Interface, diagnosed: Report) -> None:
    api.set(hint_rung=0)
    made = api.submit(api.student())
    with_report(api, made["id"], diagnosed, FAULT)

    (found,) = api.owner().get(f"/submissions/{made['id']}/report").json()["diagnosis"]["findings"]
    assert seen(found)["repair"]


def seen(finding: dict[str, Any]) -> dict[str, Any]:
    """What a finding tells."""
    return {
        "fault": finding["fault"],
        "line": finding["where"]["line"],
        "writes": len(finding["evidence"]["writes"]),
        "repair": bool(finding.get("repair")),
        "wrong": any(node["wrong_gradient"] for node in finding["explained"]["nodes"]),
    }
