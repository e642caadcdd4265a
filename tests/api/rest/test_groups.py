"""Groups over REST: of a student, and of staff."""

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
