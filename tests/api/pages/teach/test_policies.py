"""Copies, files of courses, the preview and late days, as they are used on pages."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from submissions.tables import ChangeReason, Course, GradeChange, Reveal, Shown
from tests.world.clock import NOW
from tests.world.desk import Desk

_DAY = timedelta(days=1)


def _budget(desk: Desk, days: int) -> None:
    course = UUID(desk.home.rsplit("/", 1)[1])
    with desk.service.database.begin() as session:
        session.get_one(Course, course).late_days = days


def test_a_preview_shows_what_a_student_sees_and_a_late_day_moves_their_due_date(desk: Desk) -> None:
    _budget(desk, 3)
    made = desk.assignment(
        title="Core", published=True, due_at=NOW + _DAY, late_days_usable=2, hidden_suites=("diamond",)
    )
    preview = desk.teacher.open(f"/assignments/{made.id}/preview")
    student = desk.browser(desk.student)
    page = student.open(f"/assignments/{made.id}")

    for shown in (preview, page):
        assert "1 suite is hidden" in shown.text
        assert "Diamond" not in shown.text
        assert "You have 3 of 3 late days left in this course" in shown.text
    after = student.press(page, "Use a late day", days="1")
    assert "You have 2 of 3 late days left in this course" in after.text


def test_staff_give_a_late_day_back_and_its_student_reads_why(desk: Desk) -> None:
    _budget(desk, 3)
    made = desk.assignment(published=True, due_at=NOW + _DAY, late_days_usable=2)
    own, about = f"/assignments/{made.id}", f"/teach/assignments/{made.id}/people/{desk.student.id}"
    assert "Give back" not in desk.teacher.open(about).text
    desk.me.press(desk.me.open(own), "Use a late day", days="1")

    page = desk.teacher.open(about)
    assert "The student uses 1 late day here" in page.text
    assert "2 of 3 are left in this course" in page.text
    assert "This field is required." in desk.teacher.press(page, "Give back", days="1").text
    page = desk.teacher.press(page, "Give back", days="1", returned_why="You were ill.")
    student = desk.me.open(own)
    assert "Course staff gave you 1 late day back: You were ill." in student.text
    assert "You have 3 of 3 late days left" in student.text
    desk.teacher.press(page, "Undo")
    assert "gave you" not in desk.me.open(own).text


def test_staff_see_what_a_student_sees_at_each_time(desk: Desk) -> None:
    made = desk.assignment(
        due_at=NOW + _DAY, closes_at=NOW + 2 * _DAY, hint_rung=0, hint_rung_after_due=3, shown=Shown.AT_ONCE,
        hidden_suites=("diamond",), hidden_until=Reveal.AFTER_CLOSE,
    )  # fmt: skip
    submission = desk.handed_in(made)
    desk.graded(submission)
    preview, seen = f"/assignments/{made.id}/preview", f"/submissions/{submission.id}/as-student"

    assert "Diamond" not in desk.teacher.open(f"{preview}?at=after-due").text
    assert "Diamond" in desk.teacher.open(f"{preview}?at=after-close").text
    assert "This assignment is closed." in desk.teacher.open(f"{preview}?at=after-close").text
    for time, told in (("", False), ("before-due", False), ("after-due", True), ("whenever", False)):
        page = desk.teacher.open(f"{seen}?at={time}")
        assert ("Gradient overwritten" in page.text) is told
    chosen = [each.get_text() for each in page.soup.select("nav.tabs [aria-current=true]")]
    assert chosen == ["Now"]


def test_an_attempt_without_hints_says_when_they_start_or_end(desk: Desk) -> None:
    made = desk.assignment(
        published=True, due_at=NOW + _DAY, shown=Shown.AT_ONCE, hints_from_attempt=2, hints_until_attempt=2
    )
    pages = []
    for content in ("first", "second", "third"):
        submission = desk.handed_in(made, content=content)
        desk.graded(submission)
        pages.append(f"/submissions/{submission.id}")
    first, second, third = (desk.me.open(each).text for each in pages)

    assert "This attempt only shows which suites passed. Hints start with attempt 2." in first
    assert "Gradient overwritten" in second
    assert "only shows" not in second
    assert "This attempt only shows which suites passed. Hints end with attempt 2." in third
    assert "only shows" not in desk.teacher.open(pages[0]).text
    assert "Hints start with attempt 2." in desk.teacher.open(f"{pages[0]}/as-student").text
    desk.clock.advance(days=2)
    assert "only shows" not in desk.me.open(pages[0]).text


def test_a_course_is_copied_for_the_next_term(desk: Desk) -> None:
    desk.assignment(title="Core", published=True, due_at=NOW)
    copy = desk.teacher.press(
        desk.teacher.open(f"{desk.home}/settings"), "Copy course", copy_title="Spring", move_days="182"
    )

    assert desk.home not in copy.url
    assert "Core" in copy.text
    assert "Draft" in copy.text


def test_an_assignment_is_copied_as_a_draft(desk: Desk) -> None:
    made = desk.assignment(title="Core", published=True)
    form = desk.teacher.press(desk.teacher.open(f"/teach/assignments/{made.id}"), "Copy assignment")

    values = form.form("Save").values
    assert values["title"] == "Core (copy)"
    assert "published" not in values


def test_a_change_of_a_grade_says_nothing_of_suites_that_are_not_open(desk: Desk) -> None:
    made = desk.assignment(published=True, due_at=NOW + _DAY, hidden_suites=("a_plus_a",))
    submission = desk.handed_in(made)
    desk.graded(submission, "25")
    points = {"before": Decimal("11.11"), "after": Decimal("47.11")}
    possible = {"before_possible": Decimal(100), "after_possible": Decimal(100)}
    with desk.service.database.begin() as session:
        for about in (None, submission.id):
            whose = {"assignment_id": made.id, "person_id": desk.student.id, "submission_id": about}
            why = {"why": ChangeReason.REGRADE, "reason": "A suite was wrong."}
            session.add(GradeChange(**whose, **why, **points, **possible, at=NOW))
    pages = (f"/assignments/{made.id}", f"/submissions/{submission.id}")

    assert [text for text in map(desk.me.open, pages) if "47.11" in text.text] == []
    desk.clock.advance(days=2)
    later = desk.browser(desk.student)
    assert ["47.11" in later.open(each).text for each in pages] == [True, True]
