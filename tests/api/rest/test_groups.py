"""Groups over REST: of a student, and of staff."""

from datetime import timedelta
from typing import Any

import pytest

from submissions.people.access.policy import Scope
from submissions.tables import Role
from tests.api.rest.interface import Interface


def test_a_group_is_made_joined_and_changed_by_staff(api: Interface) -> None:
    owner, student, other = api.owner(), api.student(), api.member(Role.STUDENT)
    given = {"title": "Core", "published": True, "group_size": 2}
    made = owner.post(f"{api.course}/assignments", json=given).json()
    own, groups = f"/assignments/{made['id']}/group", f"/assignments/{made['id']}/groups"
    code = student("PUT", own, json={}).json()["code"]
    joined = other("PUT", own, json={"code": code}).json()
    assert [each["standing"] for each in joined["members"]] == ["counts", "counts"]
    assert student("PUT", own, json={}).status_code == 422
    assert owner("PUT", own, json={}).status_code == 403
    assert other("DELETE", own).status_code == 204
    assert other("PUT", own, json={"code": "0000"}).status_code == 404

    (group,) = owner.get(groups).json()["items"]
    who = joined["members"]
    (alone,) = owner.get(groups).json()["alone"]
    put = owner("PUT", f"{groups}/people/{alone['person_id']}", json={"group_id": group["id"]})
    assert {each["person_id"] for each in put.json()["members"]} == {each["person_id"] for each in who}
    assert owner("DELETE", f"{groups}/people/{alone['person_id']}").status_code == 204
    assert owner.post(f"{groups}/random", json={"size": 2}).json() == {"number": 1}
    wrong = owner.post(f"{groups}/list", json={"students": [{"login": "nobody", "group": "A"}]})
    assert wrong.status_code == 422
    assert student.get(groups).status_code == 403
    assert api.member(Role.ASSISTANT).get(groups).status_code == 200
    assert api.member(Role.ASSISTANT).post(f"{groups}/random", json={"size": 2}).status_code == 403


def test_who_is_in_no_group_and_could_be_says_that_they_submit_alone(api: Interface) -> None:
    """As the page asks: no group can be joined after it."""
    owner, student = api.owner(), api.student()
    given = {"title": "Core", "published": True, "group_size": 2}
    made = owner.post(f"{api.course}/assignments", json=given).json()
    where, key = f"/assignments/{made['id']}/submissions", {"Idempotency-Key": "one"}
    file = {"name": "value.py", "content": "class Value: ..."}

    refused = student.post(where, json=file, headers=key)
    assert refused.status_code == 409
    assert refused.json()["type"].endswith("/problems/group-undecided")
    assert "alone=true" in refused.json()["advice"]
    assert student.get(where).json()["items"] == []

    assert student.post(f"{where}?alone=true", json=file, headers=key).status_code == 202
    assert student.post(where, json={**file, "content": "x = 1"}).status_code == 202, "it is decided by now"


@pytest.mark.parametrize("settings", [{}, {"group_size": 2}, {"group_size": 2, "is_late": True}])
def test_nobody_else_has_to_say_so(api: Interface, settings: dict[str, Any]) -> None:
    """Who is in a group, has no groups to be in, or is too late for one."""
    owner, student = api.owner(), api.student()
    is_late = settings.get("is_late", False)
    now, day = api.school.clock(), timedelta(days=1)
    dates = {"due_at": f"{now - day:%FT%TZ}", "closes_at": f"{now + day:%FT%TZ}"} if is_late else {}
    given = {"title": "Core", "published": True, "group_size": settings.get("group_size", 1), **dates}
    made = owner.post(f"{api.course}/assignments", json=given).json()
    if "group_size" in settings and not is_late:
        student("PUT", f"/assignments/{made['id']}/group", json={})
    file = {"name": "value.py", "content": "class Value: ..."}

    assert student.post(f"/assignments/{made['id']}/submissions", json=file).status_code == 202


def test_a_token_that_may_only_submit_is_asked_the_same(api: Interface) -> None:
    """Whoever may submit need not read assignments to hear whether they have to say so."""
    given = {"title": "Core", "published": True, "group_size": 2}
    made = api.owner().post(f"{api.course}/assignments", json=given).json()
    person_id = api.student().person_id
    assert person_id is not None
    student = api.ask(person_id, scopes=frozenset({Scope.SUBMISSIONS_WRITE}))
    where = f"/assignments/{made['id']}/submissions"
    file = {"name": "value.py", "content": "class Value: ..."}

    assert student.post(where, json=file).json()["type"].endswith("/problems/group-undecided")
    assert student.post(f"{where}?alone=true", json=file).status_code == 202
