from sqlalchemy import select

from submissions.tables import RegradeItem, State, Submission
from tests.world import classroom
from tests.world.desk import Desk
from tests.world.regrading import try_all


def test_a_regrade_is_tried_applied_with_a_reason_and_reverted(desk: Desk) -> None:
    made = desk.assignment()
    submission = desk.handed_in(made)
    desk.graded(submission, "50")
    form = desk.teacher.open(f"/teach/assignments/{made.id}/regrades")
    started = desk.teacher.press(form, "Start dry run")
    assert "0 of 1 attempt" in started.text
    try_all(desk.service, "75")

    ready = desk.teacher.open(started.url)
    assert ready.rows[1][1:5] == ["Student", "50", "75", "▲ +25"]
    asking = desk.teacher.press(ready, "Apply…")
    assert "The new results of 1 attempt will count." in asking.text
    assert "The grade of 1 student changes." in asking.text
    empty = desk.teacher.press(asking, "Apply to 1 student", reason=" ")
    assert empty.status == 422
    applied = desk.teacher.press(asking, "Apply to 1 student", reason="A suite was wrong.")
    assert "Applied" in applied.text

    notices = desk.me.open("/me/notices")
    assert "Your grade changed: Backprop by hand" in notices.text
    seen = desk.me.press(notices, "Your grade changed")
    assert "graded again with the whole class: 50 of 100 → 75 of 100." in seen.text
    assert "Reason: A suite was wrong." in seen.text
    assert "Reason: A suite was wrong." in desk.me.open(f"/submissions/{submission.id}").text

    asked = desk.teacher.open(applied.links["Revert…"])
    desk.teacher.press(asked, "Revert 1 attempt")
    assert "Reason of that regrade: A suite was wrong." in desk.me.open(f"/submissions/{submission.id}").text
    with desk.service.database.read() as session:
        found = session.get_one(Submission, submission.id)
        item = session.scalars(select(RegradeItem)).one()
        assert (found.grading_id, found.state) == (item.former_id, State.GRADED)


def test_a_change_that_results_do_not_know_yet_leads_to_a_dry_run(desk: Desk) -> None:
    made = desk.assignment()
    form = desk.teacher.open(f"/teach/assignments/{made.id}")
    nobody = desk.teacher.press(form, "Save", points="50")
    desk.graded(desk.handed_in(made), "50")
    same = desk.teacher.press(desk.teacher.open(f"/teach/assignments/{made.id}"), "Save", title="Renamed")
    other = desk.teacher.press(desk.teacher.open(f"/teach/assignments/{made.id}"), "Save", points="20")

    assert nobody.url.partition("?")[0].endswith(f"{desk.home}/assignments")
    assert same.url.partition("?")[0].endswith(f"{desk.home}/assignments")
    assert other.url.partition("?")[0].endswith(f"/teach/assignments/{made.id}/regrades")
    assert "1 student has results on an earlier version of this assignment." in other.text
    assert "Grades stay as they are until you apply a dry run." in other.text


def test_the_page_of_a_dry_run_says_of_how_many_attempts_it_was_applied(desk: Desk) -> None:
    made = desk.assignment()
    with desk.service.database.begin() as session:
        ben = classroom.member(session, desk.course, "ben")
    desk.graded(desk.handed_in(made), "50")
    desk.graded(desk.handed_in(made, by=ben), "50")
    form = desk.teacher.open(f"/teach/assignments/{made.id}/regrades")
    started = desk.teacher.press(form, "Start dry run")
    try_all(desk.service, "75")
    ready = desk.teacher.open(started.url)
    asking = desk.teacher.submit(ready, ready.form("Apply to selected…"), {"person": str(ben.id)})
    applied = desk.teacher.press(asking, "Apply to 1 student", reason="A suite was wrong.")

    assert "Applied to 1 of 2 attempts" in applied.text


def test_a_dry_run_warns_whose_versions_would_mix(desk: Desk) -> None:
    made = desk.assignment()
    for points in ("50", "45"):
        desk.clock.advance(hours=1)
        desk.graded(desk.handed_in(made, f"class Value:\n    grad = {points}\n"), points)
    desk.teacher.press(desk.teacher.open(f"/teach/assignments/{made.id}"), "Save", points="50")
    form = desk.teacher.open(f"/teach/assignments/{made.id}/regrades")
    told = {}
    for scope in ("counting", "all"):
        started = desk.teacher.press(form, "Start dry run", scope=scope)
        try_all(desk.service, "5")
        told[scope] = desk.teacher.open(started.url).text

    assert "Versions would mix for 1 student" in told["counting"]
    assert "(Student)" in told["counting"]
    assert "Versions would mix" not in told["all"]
