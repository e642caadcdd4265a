"""What a student sees of a file that was handed in, in every state it can be in."""

from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from api.pages import _soon
from grader.assignment import assignment
from grader.records import replace
from grader.report import Verdict
from submissions.courses.assignments.hints import Rung
from submissions.grading.intake import receipts
from submissions.grading.work.results import move
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Grading, Hinting, Job, JobState, Role, Secret, State, Submission
from submissions.teaching.gradebook import overrides
from suites import Stage
from tests.api.conftest import graph, report, suite
from tests.world.clock import NOW
from tests.world.desk import SOURCE, Desk

DAY = timedelta(days=1)
_TITLES = {2: "where to look", 3: "what the cause is", 4: "how to fix it"}


def of(submission: Submission) -> str:
    return f"/submissions/{submission.id}"


def test_one_that_waits_says_how_many_go_before_it(desk: Desk) -> None:
    made = desk.assignment()
    first = desk.handed_in(made)
    second = desk.handed_in(made, SOURCE + "\n")

    assert "Your file is next." in desk.me.open(of(first)).text
    assert "Files before yours in the queue: 1" in desk.me.open(of(second)).text


def test_one_that_waits_can_be_taken_back(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(attempt_limit=1))
    page = desk.me.open(of(submission))

    after = desk.me.press(page, "Withdraw")

    assert "You withdrew this file before it was graded." in after.text
    assert 'http-equiv="refresh"' not in after.source


def test_one_that_is_being_graded_says_so_when_somebody_tries_to_take_it_back(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment())
    page = desk.me.open(of(submission))
    with desk.service.database.begin() as session:
        job = session.scalars(select(Job)).one()
        job.state = JobState.RUNNING
        assert job.grading_id is not None
        move(session, job.grading_id, State.GRADING)

    after = desk.me.press(page, "Withdraw")

    assert "Your file is being graded." in after.text
    assert not [form for form in after.forms if "Withdraw" in form.buttons]


def test_whoever_comes_while_it_is_being_graded_gets_the_result_if_it_is_there_in_a_moment(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = desk.handed_in(desk.assignment())
    with desk.service.database.begin() as session:
        move(session, session.scalars(select(Grading.id)).one(), State.GRADING)
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        desk.graded(submission, "25")

    monkeypatch.setattr(_soon, "sleep", pause)

    assert "25 of 100 points" in desk.me.open(of(submission)).text
    assert len(pauses) == 1


def test_a_result_has_score_cause_marked_line_picture_and_what_was_asked(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment())
    desk.graded(submission, "25")

    page = desk.me.open(of(submission))

    assert "25 of 100 points" in page.text
    assert "Gradient overwritten instead of accumulated (line 17, in +" in page.text
    assert '<li id="L17" class="marked">' in page.source
    assert 'class="graph-picture right"' in page.source
    assert page.links["a plus a"] == "/suites/a_plus_a"
    assert "Together, the suites give 25 of 100 points." in page.text
    assert "<style" not in page.source


def test_a_result_says_which_attempt_counts_and_where_the_grade_stands(desk: Desk) -> None:
    made = desk.assignment(counts="latest")
    submission = desk.handed_in(made)
    desk.graded(submission)

    page = desk.me.open(of(submission))

    assert page.links["Your latest attempt counts."] == f"/assignments/{made.id}"


def test_the_line_leads_to_its_cause_and_the_cause_to_its_line(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment())
    desk.graded(submission)

    source = desk.me.open(of(submission)).source

    assert '<section class="finding" id="finding-1">' in source
    assert '<a class="remark" href="#finding-1">' in source
    assert '<a href="#L17" aria-label="Line 17">17</a>' in source


@pytest.mark.parametrize(
    ("rung", "line", "cause", "repair"),
    [
        (0, False, False, False),
        (1, False, False, False),
        (2, True, False, False),
        (3, True, True, False),
        (4, True, True, True),
    ],
)
def test_no_more_is_told_than_the_teacher_allows(
    desk: Desk, rung: int, *, line: bool, cause: bool, repair: bool
) -> None:
    submission = desk.handed_in(desk.assignment(hint_rung=rung))
    desk.graded(submission)

    source = desk.me.open(of(submission)).source

    assert ('class="marked"' in source, "overwritten" in source) == (line, cause)
    assert ("<ins>" in source) == repair


def test_hints_that_a_student_climbed_to_show_their_text_at_once(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(hinting=Hinting.CLIMB, hint_rung=4))
    desk.graded(submission)
    page = desk.me.open(of(submission))

    for rung, shown in ((2, 2), (3, 0), (4, 1)):  # from the cause on, the card says what hints said
        page = desk.me.press(page, f"Open: Hint {rung}: {_TITLES[rung]}")
        assert page.source.count('<details class="hint" open>') == shown
    assert f"Hint 4: {_TITLES[4]}" in page.source
    assert '<details class="hint">' not in page.source


def test_lateness_is_told_beside_what_was_earned(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW - DAY, closes_at=NOW + DAY, late_percent_per_day=Decimal(20))
    submission = desk.handed_in(made)
    desk.graded(submission, "50")

    text = desk.me.open(of(submission)).text

    assert "50 of 100 points With the late penalty, 40 points remain of 50." in text
    assert "1 day late" in text


def test_a_result_that_is_kept_back_says_until_when(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(due_at=NOW + DAY, shown="after-due"))
    desk.graded(submission)

    before = desk.me.open(of(submission))
    desk.clock.now = NOW + DAY
    after = desk.browser(desk.student).open(of(submission))

    assert "You can see yours from Tuesday 24 November 2026, 13:00 (Europe/Madrid)." in before.text
    assert "overwritten" not in before.source
    assert "of 100 points" not in before.text
    assert "overwritten" in after.source


def test_staff_see_all_of_it_at_any_time(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(due_at=NOW + DAY, shown="after-due", hint_rung=0))
    desk.graded(submission)

    page = desk.browser(desk.owner).open(of(submission))

    assert "Student Student" in page.text
    assert "This is what the student sees." not in page.text
    assert 'class="marked"' in page.source
    assert "<ins>" in page.source


def test_staff_are_told_where_the_student_sees_as_much(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(hint_rung=4))
    desk.graded(submission)

    assert "This is what the student sees." in desk.browser(desk.owner).open(of(submission)).text


def test_staff_are_told_that_what_they_submit_is_in_no_figure(desk: Desk) -> None:
    made = desk.assignment()
    submission, of_student = desk.handed_in(made, by=desk.owner), desk.handed_in(made)
    told = "It counts in no figure and is not in the gradebook."

    assert told in desk.teacher.open(of(submission)).text
    assert told not in desk.teacher.open(of(of_student)).text
    assert told not in desk.me.open(of(of_student)).text
    assert "not what course staff submit" in desk.teacher.open(f"/teach/assignments/{made.id}/dashboard").text


def test_our_failure_is_said_to_be_ours_and_costs_nothing(desk: Desk) -> None:
    made = desk.assignment(attempt_limit=1)
    submission = desk.handed_in(made)
    with desk.service.database.begin() as session:
        session.get_one(Submission, submission.id).state = State.INTERNAL_ERROR

    page = desk.me.open(of(submission))

    assert "We could not grade this file. That is our error, not yours." in page.text
    assert "1 of 1 left" in desk.me.open(f"/assignments/{made.id}").text


def test_the_same_bytes_again_say_that_this_is_the_result_they_had(desk: Desk) -> None:
    made = desk.assignment()
    desk.graded(desk.handed_in(made))

    page = desk.me.open(of(desk.handed_in(made)))

    assert "You submitted the same file before" in page.text
    assert "25 of 100 points" in page.text


def test_the_receipt_is_genuine(desk: Desk) -> None:
    made = desk.assignment()
    page = desk.me.open(f"/assignments/{made.id}")
    shown = desk.send(page, "file", file=("mine.py", SOURCE.encode()))

    with desk.service.database.read() as session:
        submission = session.scalars(select(Submission)).one()
        key = session.get_one(Secret, receipts.KEY).value

    assert submission.sha256 in shown.text
    assert receipts.sign(receipts.receipt_of(submission), key) in shown.text


def test_the_file_comes_back_as_it_was_and_is_never_shown(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment(), "<script>alert(1)</script>")

    answer = desk.me.client.get(f"{of(submission)}/file")

    assert answer.content == b"<script>alert(1)</script>"
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment;")


def test_nobody_else_finds_it(desk: Desk) -> None:
    submission = desk.handed_in(desk.assignment())
    other = desk.member("other", Role.STUDENT)

    for path in ("", "/file", "/events"):
        assert other.client.get(of(submission) + path).status_code == 404


def test_the_reason_of_given_points_stands_beside_them_while_suites_are_hidden(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + timedelta(days=1), hidden_suites=("diamond",))
    submission = desk.handed_in(made)
    desk.graded(submission)
    with desk.service.database.begin() as session:
        given = session.get_one(Assignment, made.id)
        overrides.give(session, Caller(desk.owner.id), given, desk.student.id, Decimal(90), "ill", now=NOW)

    assert "They stand, whatever you submit. Reason: ill" in desk.me.open(f"/assignments/{made.id}").text


def test_points_that_a_person_gave_are_said_to_count(desk: Desk) -> None:
    made = desk.assignment()
    submission = desk.handed_in(made)
    desk.graded(submission)
    with desk.service.database.begin() as session:
        given = session.get_one(Assignment, made.id)
        overrides.give(session, Caller(desk.owner.id), given, desk.student.id, Decimal(90), "ill", now=NOW)

    page = desk.me.open(f"/submissions/{submission.id}")
    assert "Course staff set your grade for this assignment: 90." in page.text
    assert "Reason: ill" in page.text
    beside_grade = desk.me.open(f"/assignments/{made.id}").text
    assert "They stand, whatever you submit. Reason: ill" in beside_grade
    assert beside_grade.count("Reason: ill") == 1
    assert "given by a person" in desk.me.open(f"/courses/{desk.course.id}").text


def test_what_changed_since_the_attempt_before_is_shown_to_its_student_without_scripts(desk: Desk) -> None:
    made = desk.assignment()
    first, second, third = (
        desk.handed_in(made, f"class Value:\n    {line}\n") for line in ("pass", "x = 1", "x = 2")
    )
    for each in (first, second, third):
        desk.graded(each)

    assert "Changes since the attempt before" not in desk.me.open(f"/submissions/{first.id}").text
    for each, old, new in ((second, "pass", "x = 1"), (third, "x = 1", "x = 2")):
        page = desk.me.open(f"/submissions/{each.id}").text
        assert "Changes since the attempt before" in page
        assert f"- {old}" in page
        assert f"+ {new}" in page
    assert "Changes since the attempt before" not in desk.teacher.open(f"/submissions/{third.id}").text


@pytest.mark.parametrize(
    ("stage", "shown", "other"), [(Stage.NETWORK, "loss", "f = a - c"), (Stage.TRAINING, "f = a - c", "loss")]
)
def test_the_page_of_a_right_network_shows_the_loss_of_a_neuron(
    stage: Stage, shown: str, other: str, desk: Desk
) -> None:
    submission = desk.handed_in(desk.assignment())
    passed = replace(suite(Verdict.PASSED, graph(Verdict.PASSED)), stage=stage)
    desk.graded(submission, "100", report(passed), causes=())
    page = desk.me.open(f"/submissions/{submission.id}").text
    picture = page[page.index("All graded graphs are right") :].partition("</figure>")[0]

    assert shown in picture
    assert other not in picture


def test_new_inputs_are_not_claimed_of_graphs_that_have_none(desk: Desk) -> None:
    """Long chains and ladders are played on the inputs of their suites alone."""
    assert any(not each.fresh for asked in assignment("full").suites for each in asked.graphs)
    submission = desk.handed_in(desk.assignment())
    right = report(suite(Verdict.PASSED, graph(Verdict.PASSED)))
    desk.graded(submission, "100", right, causes=())

    page = desk.me.open(f"/submissions/{submission.id}").text

    assert "All graded graphs are right" in page
    assert "Where other inputs can show more" in page
    assert "Each one" not in page


@pytest.mark.parametrize(("rung", "is_told"), [(Rung.NOTHING, True), (Rung.SYMPTOM, False)])
def test_where_there_are_no_hints_the_page_says_so(desk: Desk, rung: Rung, *, is_told: bool) -> None:
    submission = desk.handed_in(desk.assignment(hint_rung=rung))
    desk.graded(submission)
    assert ("This assignment only shows which suites passed." in desk.me.open(of(submission)).text) == is_told


def test_once_an_assignment_is_closed_no_other_file_is_asked_for(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, closes_at=NOW + DAY)
    submission = desk.handed_in(made)
    desk.graded(submission)
    assert "Submit another file" in desk.me.open(of(submission)).links

    desk.clock.now = NOW + 2 * DAY

    assert "Submit another file" not in desk.me.open(of(submission)).links


@pytest.mark.parametrize(("percent", "badge"), [(20, "1 day late"), (0, "late")])
def test_days_late_are_counted_where_they_cost_something(desk: Desk, percent: int, badge: str) -> None:
    made = desk.assignment(due_at=NOW - DAY, closes_at=NOW + DAY, late_percent_per_day=Decimal(percent))
    submission = desk.handed_in(made)
    desk.graded(submission, "50")
    (shown,) = (tag.text for tag in desk.me.open(of(submission)).soup.select(".badge.other"))
    assert shown == badge
    told = desk.me.open(f"/assignments/{made.id}").text
    assert ("That attempt was late, which costs no points here." in told) == (not percent)
