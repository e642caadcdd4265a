"""Webhooks over the REST interface."""

from submissions.tables import Role
from tests.api.rest.interface import Interface

_NEW = {"name": "LMS", "url": "https://example.edu/hooks", "events": ["submission.graded"]}


def test_a_webhook_is_made_tested_switched_and_removed(api: Interface) -> None:
    owner, home = api.owner(), f"{api.course}/webhooks"
    made = owner.post(home, json=_NEW)
    one = made.headers["Location"].removeprefix("/api/v1")
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    assert "secret" not in owner.get(one).json()

    rotated = owner.post(f"{one}/secret").json()
    assert rotated["secret"] != made.json()["secret"]
    assert rotated["previous_secret_until"] is not None

    sent = owner.post(f"{one}/test").json()
    assert owner.post(f"{one}/test").json()["id"] == sent["id"]  # one waits already
    assert owner.post(f"{one}/deliveries/{sent['id']}/resend").status_code == 200
    assert [each["event"] for each in owner.get(f"{one}/deliveries").json()["items"]] == ["webhook.test"]

    assert owner("PUT", f"{one}/switch", json={"enabled": False}).json()["disabled_reason"] == "by-staff"
    assert owner.post(f"{one}/test").status_code == 422
    assert owner("PUT", one, json={**_NEW, "name": "SIS"}).json()["name"] == "SIS"
    assert owner.delete(one).status_code == 204
    assert owner.get(home).json()["items"] == []


def test_what_cannot_be_a_webhook_is_refused(api: Interface) -> None:
    owner, home = api.owner(), f"{api.course}/webhooks"
    wrong_ones: list[dict[str, object]] = [
        {"url": "https://[::ffff:10.0.0.1]/"},
        {"events": ["webhook.test"]},
        {"events": []},
    ]
    for wrong in wrong_ones:
        assert owner.post(home, json={**_NEW, **wrong}).status_code == 422
    assert api.member(Role.INSTRUCTOR).post(home, json=_NEW).status_code == 403
    assert api.student().get(home).status_code == 403
