from zoneinfo import ZoneInfo

from tests.world.desk import Desk


def test_comments_and_a_request_on_the_page_of_a_submission(desk: Desk) -> None:
    made = desk.assignment()
    submission = desk.handed_in(made)
    desk.graded(submission, "50")
    url = f"/submissions/{submission.id}"
    saved = desk.teacher.open(f"{desk.home}/canned-comments")
    desk.teacher.press(saved, "Save", title="Sums", canned="Add up what comes in.")
    page = desk.teacher.open(url)
    canned = next(tag["value"] for tag in page.soup.select("select[name=canned] option") if tag["value"])
    wrong = desk.teacher.press(page, "Add comment", comment="Here.", line="x")
    assert (wrong.status, wrong.has_field("comment")) == (422, True)
    said = desk.teacher.press(page, "Add comment", comment="Here.", line="17", canned=str(canned))
    assert "Line 17: self.grad = 1.0 * out.grad" in said.text

    mine = desk.me.open(url)
    assert "Add up what comes in." in mine.text
    assert "#comment-" in mine.source
    assert "Add comment" not in mine.text
    replied = desk.me.press(mine, "Send reply", reply="I see.")
    asked = desk.me.press(replied, "Send request", request="Line 17 is right.")
    assert "Open" in asked.text

    requests = desk.teacher.open(f"{desk.home}/requests")
    assert "Line 17 is right." in requests.text
    assert desk.teacher.press(requests, "Grade not changed", answer="").status == 422
    form = requests.form("Grade changed")
    desk.clock.advance(hours=2)
    answer = {"answer": "It is.", "points": "60", "do": "changed"}
    assert "and the grade is changed" in desk.teacher.submit(requests, form, answer).text
    seen = desk.me.open(url)
    answered = f"{desk.clock().astimezone(ZoneInfo(desk.course.zone)):%-d %B, %H:%M}"
    assert f"Answered: grade changed {answered}" in seen.text
    listed = desk.teacher.open(f"{desk.home}/requests?state=changed")
    assert f"Answered: grade changed {answered}" in listed.text
    assert "Course staff set your grade for this assignment: 60." in seen.text
