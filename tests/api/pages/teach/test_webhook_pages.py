"""What a course has for other systems, on its pages: webhooks and API keys."""

import re

from tests.world.desk import Desk


def test_a_webhook_is_added_tested_rotated_and_turned_off(desk: Desk) -> None:
    teacher, home = desk.teacher, f"{desk.home}/webhooks"
    page = teacher.press(teacher.open(home), "Add webhook", name="LMS", url="http://10.0.0.1/")
    assert (page.status, set(page.errors)) == (422, {"url"})

    event = {"event-submission.graded": "on"}
    page = teacher.press(page, "Add webhook", url="https://example.edu/hooks", **event)
    assert "whsec_" in page.text
    url = teacher.open(home).links["LMS"]
    page = teacher.open(url)
    assert "whsec_" not in page.text

    page = teacher.press(page, "Send test message")
    assert "webhook.test" in page.text
    page = teacher.press(teacher.press(page, "Send again"), "Rotate secret")
    assert "whsec_" in page.text
    page = teacher.press(teacher.open(url), "Turn off")
    assert "turned this webhook off" in page.text
    teacher.press(page, "Delete webhook")
    assert "This course has no webhooks." in teacher.open(home).text


def test_an_api_key_is_good_in_its_course_alone_and_can_be_revoked(desk: Desk) -> None:
    teacher, home = desk.teacher, f"{desk.home}/keys"
    page = teacher.press(teacher.open(home), "Create API key", name="Nightly")
    assert page.status == 422

    page = teacher.press(page, "Create API key", **{"scope-courses:read": "on"})
    found = re.search(r"bg_pat_\w+", page.text)
    assert found is not None
    headers = {"Authorization": f"Bearer {found[0]}"}
    course = desk.home.removeprefix("/teach")
    assert teacher.open(f"/api/v1{course}", **headers).status == 200

    page = teacher.press(teacher.open(home), "Revoke")
    assert "This course has no API keys." in page.text
    assert teacher.open(f"/api/v1{course}", **headers).status == 401
