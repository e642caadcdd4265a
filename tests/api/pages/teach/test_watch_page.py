from submissions.teaching.figures.rebuild import rebuild
from tests.world.desk import Desk


def test_from_the_list_to_the_timeline_a_note_and_a_message(desk: Desk) -> None:
    made = desk.assignment()
    for number in range(3):
        desk.clock.advance(hours=1)
        desk.graded(desk.handed_in(made, f"class Value:\n    grad = {number}\n"), str(10 + number))
    with desk.service.database.begin() as session:
        rebuild(session, made.id)
    page = desk.teacher.open(f"{desk.home}/watch")
    assert page.rows[1][0] == "Student"
    assert "Same cause in 3 attempts" in page.rows[1][2]

    timeline = desk.teacher.open(page.links["Student"])
    assert "+    grad = 2" in timeline.source
    assert "-    grad = 1" in timeline.source
    assert "This is the first attempt." in timeline.text
    noted = desk.teacher.press(timeline, "Add note", note="Ask about loops.")
    assert "Ask about loops." in noted.text
    sent = desk.teacher.press(noted, "Send message", message="Come to the lab.")
    assert "Come to the lab." in sent.text
    assert desk.teacher.press(sent, "Send message", message=" ").status == 422

    seen = desk.me.press(desk.me.open("/me/notices"), "Course staff wrote you a message")
    assert "Come to the lab." in seen.text
    assert "Ask about loops." not in seen.text
    changed = desk.teacher.press(page, "Save", same_cause_attempts="5")
    assert "Nobody is on the watch list." in changed.text
    assert desk.teacher.press(page, "Save", same_cause_attempts="1").status == 422
