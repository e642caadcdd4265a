"""What a student sees of an assignment, and how files are handed in on its page."""

from datetime import timedelta
from decimal import Decimal

import pytest

from submissions.courses.assignments import extensions
from submissions.courses.assignments.extensions import Grant
from submissions.courses.assignments.hints import Rung
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Role, State, Submission
from tests.world.clock import NOW
from tests.world.desk import SOURCE, Desk

DAY = timedelta(days=1)


def of(assignment: Assignment) -> str:
    return f"/assignments/{assignment.id}"


def test_it_says_until_when_in_the_zone_of_the_course_and_what_lateness_costs(desk: Desk) -> None:
    made = desk.assignment(
        due_at=NOW + 3 * DAY,
        closes_at=NOW + 5 * DAY,
        late_percent_per_day=Decimal("12.5"),
        late_most_percent=Decimal(50),
        attempt_limit=4,
        cooldown_seconds=600,
    )

    page = desk.me.open(of(made))

    assert "Thursday 26 November 2026, 13:00 (Europe/Madrid) in 3 days" in page.text
    assert "Late penalty: 12.5% of the earned points per day, at most 50%." in page.text
    assert "4 of 4 left Wait 10 minutes between attempts." in page.text


def test_lateness_is_counted_in_the_steps_in_which_the_penalty_grows(desk: Desk) -> None:
    made = desk.assignment(
        due_at=NOW - timedelta(hours=7),
        closes_at=NOW + DAY,
        late_percent_per_day=Decimal(5),
        late_step_hours=6,
    )
    page = desk.me.open(f"/assignments/{made.id}")

    assert "5% of the earned points for every 6 hours or part of them" in page.text
    assert "This counts as 2 periods of 6 hours late." in page.text
    assert "A submission now loses 10% of the points that it earns." in page.text


def test_where_late_work_is_not_taken_that_is_said(desk: Desk) -> None:
    page = desk.me.open(of(desk.assignment(due_at=NOW + DAY)))

    assert "in 1 day Late submissions are not accepted." in page.text


def test_instructions_are_text_with_a_little_form_and_nothing_more(desk: Desk) -> None:
    made = desk.assignment(instructions="Write `Value`.\n\n- **first**\n- <b>second</b>")

    source = desk.me.open(of(made)).source

    assert "<p>Write <code>Value</code>.</p>" in source
    assert "<li><strong>first</strong></li>\n<li>&lt;b&gt;second&lt;/b&gt;</li>" in source


@pytest.mark.parametrize("text", ["# a\n" * 600, "**a " * 12_250])
def test_instructions_from_before_they_were_bounded_can_be_read_and_freeze_nobody(
    desk: Desk, text: str
) -> None:
    made = desk.assignment(instructions="kept")
    with desk.service.database.begin() as session:
        found = session.get_one(Assignment, made.id)
        found.instructions, found.instructions_html = text, None

    assert text.rsplit(maxsplit=1)[-1] in desk.me.open(of(made)).source


def test_instructions_are_rendered_when_they_are_kept(desk: Desk) -> None:
    made = desk.assignment(instructions="*kept*")
    with desk.service.database.begin() as session:
        found = session.get_one(Assignment, made.id)
        assert found.instructions_html == "<p><em>kept</em></p>\n"
        found.instructions = "never looked at"

    assert "<p><em>kept</em></p>" in desk.me.open(of(made)).source


def test_a_chosen_file_is_handed_in(desk: Desk) -> None:
    page = desk.me.open(of(desk.assignment()))

    shown = desk.send(page, "file", file=("mine.py", SOURCE.encode()))

    assert "mine.py" in shown.text
    assert "Your file is next." in shown.text
    assert '<meta http-equiv="refresh"' in shown.source


def test_what_is_in_the_editor_is_handed_in_with_the_line_ends_of_its_writer(desk: Desk) -> None:
    made = desk.assignment()
    page = desk.me.open(of(made))
    form = next(each for each in page.forms if "code" in each.values)

    desk.me.submit(page, form, {"how": "code", "code": SOURCE.replace("\n", "\r\n")})

    again = desk.me.open(of(made))
    assert next(each for each in again.forms if "code" in each.values).values["code"] == SOURCE


def test_the_editor_begins_with_the_last_attempt_else_with_the_starter(desk: Desk) -> None:
    made = desk.assignment(starter="class Value:\n    ...\n")
    page = desk.me.open(of(made))
    assert page.form("Submit this code").values["code"] == "class Value:\n    ...\n"

    desk.handed_in(made)

    assert desk.me.open(of(made)).form("Submit this code").values["code"] == SOURCE


def test_no_file_chosen_is_said_and_what_was_typed_is_kept(desk: Desk) -> None:
    page = desk.me.open(of(desk.assignment()))
    form = page.form("Submit this code")

    again = desk.me.submit(page, form, {"how": "file", "code": "typed"})

    assert again.status == 422
    assert "You did not choose a file." in again.text
    assert again.form("Submit this code").values["code"] == "typed"


def test_a_refused_file_is_said_why_and_uses_no_attempt(desk: Desk) -> None:
    made = desk.assignment(attempt_limit=1)
    page = desk.me.open(of(made))

    again = desk.send(page, "file", file=("picture.png", b"\x89PNG"))

    assert again.status == 422
    assert "it is not Python code and not a notebook" in again.text
    assert "1 of 1 left" in again.text


def test_the_same_bytes_again_use_no_attempt_and_that_is_said(desk: Desk) -> None:
    made = desk.assignment(attempt_limit=1)
    desk.graded(desk.handed_in(made))
    page = desk.me.open(of(made))
    assert "You used your only attempt." in page.text

    desk.handed_in(made)

    assert "same file as before" in desk.me.open(of(made)).text


def test_too_soon_is_said_and_what_was_typed_is_kept(desk: Desk) -> None:
    made = desk.assignment(cooldown_seconds=600)
    desk.handed_in(made)
    page = desk.me.open(of(made))

    again = desk.me.submit(page, page.form("Submit this code"), {"how": "code", "code": "other = 1"})

    assert again.status == 429
    assert again.form("Submit this code").values["code"] == "other = 1"


def test_before_it_opens_and_after_it_is_over_nothing_can_be_handed_in(desk: Desk) -> None:
    soon = desk.me.open(of(desk.assignment(opens_at=NOW + DAY)))
    over = desk.me.open(of(desk.assignment(due_at=NOW - DAY)))

    assert "This assignment is not open yet. It opens Tuesday 24 November 2026" in soon.text
    assert "This assignment is closed." in over.text
    assert not [form for page in (soon, over) for form in page.forms if "code" in form.values]


def test_an_extension_is_told(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW - DAY)
    with desk.service.database.begin() as session:
        given = session.get_one(Assignment, made.id)
        grant = Grant(due_at=NOW + DAY)
        extensions.give(session, Caller(desk.owner.id), given, desk.student.id, grant, now=NOW)

    page = desk.me.open(of(made))

    assert "You have an extension: these dates are yours." in page.text
    assert "code" in page.form("Submit this file").values


def test_the_history_has_points_after_lateness_and_the_first_cause(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, closes_at=NOW + 9 * DAY, late_percent_per_day=Decimal(10))
    desk.graded(desk.handed_in(made), "20")
    desk.clock.now = NOW + 3 * DAY
    desk.graded(desk.handed_in(made, SOURCE + "# other\n"), "50")

    page = desk.me.open(of(made))

    (_, newest, oldest) = page.rows[0], page.rows[1], page.rows[2]
    assert newest[0].startswith("26 November, 13:00")
    assert "2 days late" in newest[0]
    assert newest[2:4] == ["40 / 100", "Gradient overwritten instead of accumulated"]
    assert oldest[2] == "20 / 100"
    assert "2 attempts: from 20% of the points to 40%" in page.source


def test_results_that_are_kept_back_are_not_in_the_history(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, shown="after-due")
    desk.graded(desk.handed_in(made), "20")

    page = desk.me.open(of(made))

    assert page.rows[1][2] == "graded"
    assert "overwritten" not in page.text


@pytest.mark.parametrize("rung", [Rung.NOTHING, Rung.SYMPTOM, Rung.PLACE])
def test_below_the_rung_of_causes_the_history_names_none(desk: Desk, rung: Rung) -> None:
    made = desk.assignment(hint_rung=int(rung))
    desk.graded(desk.handed_in(made), "20")

    page = desk.me.open(of(made))

    assert page.rows[1][2] == "20 / 100"
    assert "overwritten" not in page.text


def test_a_draft_is_not_there_for_students(desk: Desk) -> None:
    made = desk.assignment(published=False)

    assert desk.me.open(of(made)).status == 404
    assert desk.browser(desk.owner).open(of(made)).status == 200


def test_who_observes_hands_nothing_in(desk: Desk) -> None:
    made = desk.assignment()
    observer = desk.member("observer", Role.OBSERVER)

    page = observer.open(of(made))

    assert "You can view this course, but you cannot submit." in page.text
    with desk.service.database.read() as session:
        assert session.query(Submission).filter_by(state=State.QUEUED).count() == 0


def test_the_starter_is_downloaded(desk: Desk) -> None:
    made = desk.assignment(starter="x = 1\n")

    answer = desk.me.client.get(f"{of(made)}/starter")

    assert (answer.text, answer.headers["content-type"]) == ("x = 1\n", "application/octet-stream")
    assert answer.headers["content-disposition"].startswith('attachment; filename="value.py"')
    assert desk.me.client.get(f"{of(desk.assignment())}/starter").status_code == 404


def test_who_is_not_signed_in_signs_in_and_comes_back(desk: Desk) -> None:
    made = desk.assignment()

    assert desk.browser(None).open(of(made)).url.endswith(f"/sign-in?next=/assignments/{made.id}")


def test_a_file_for_which_there_is_no_room_is_refused_in_plain_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(desk.service.settings), "student_bytes", 100)
    page = desk.me.open(of(desk.assignment()))

    shown = desk.send(page, "file", file=("mine.py", b"#" * 101))

    assert "use 0 bytes. With this file they would exceed the limit of 100 bytes" in shown.text
