"""The way to submit: what stands first, how a text is named, which attempt counts, from which one starts."""

from datetime import timedelta
from decimal import Decimal

import pytest

from submissions.courses.groups import membership
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Submission
from tests.world.clock import NOW
from tests.world.desk import SOURCE, Desk
from tests.world.pages import Form, Page

DAY = timedelta(days=1)


def of(assignment: Assignment) -> str:
    return f"/assignments/{assignment.id}"


def form_of(page: Page) -> Form:
    return next(each for each in page.forms if "code" in each.values)


def all_of(desk: Desk, assignment: Assignment) -> list[Submission]:
    with desk.service.database.read() as session:
        found = session.query(Submission).filter_by(assignment_id=assignment.id)
        return sorted(found, key=lambda each: each.id)


def test_the_way_to_submit_stands_before_attempts_and_instructions(desk: Desk) -> None:
    made = desk.assignment(instructions="Write `Value`.", due_at=NOW + DAY, attempt_limit=3)
    desk.graded(desk.handed_in(made))
    page = desk.me.open(of(made))

    source = page.source
    places = [source.index(each) for each in ('id="file"', "Your attempts", 'class="instructions')]
    assert places == sorted(places)
    assert "Due 24 November, 13:00, in 1 day. 2 attempts left." in page.text


def test_a_due_date_of_another_year_is_told_with_its_year(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + 400 * DAY)

    assert "Due 28 December 2027, 13:00, in 400 days." in desk.me.open(of(made)).text
    assert "Due 28 December 2027, 13:00" in desk.teacher.open(f"/teach{of(made)}/dashboard").text


@pytest.mark.parametrize(
    ("code", "name"),
    [(SOURCE, "mine.py"), (SOURCE.replace("\n", "\r\n"), "mine.py"), ("x = 1\n", "value.py")],
)
def test_what_is_typed_has_the_name_of_a_file_only_if_it_is_that_file(
    desk: Desk, code: str, name: str
) -> None:
    made = desk.assignment()
    desk.send(desk.me.open(of(made)), "file", file=("mine.py", SOURCE.encode()))
    page = desk.me.open(of(made))

    desk.me.submit(page, form_of(page), {"how": "code", "code": code})

    assert [each.file_name for each in all_of(desk, made)] == ["mine.py", name]


def test_the_name_is_still_true_after_a_refusal(desk: Desk) -> None:
    made = desk.assignment()
    desk.send(desk.me.open(of(made)), "file", file=("mine.py", SOURCE.encode()))
    page = desk.me.open(of(made))

    again = desk.me.submit(page, form_of(page), {"how": "file", "code": "typed = 1\n"})
    assert again.status == 422
    desk.me.submit(again, form_of(again), {"how": "code"})

    assert all_of(desk, made)[-1].file_name == "value.py"


@pytest.mark.parametrize(("counts", "points"), [("best", "75"), ("latest", "25")])
def test_the_attempt_that_counts_is_marked_and_no_other(desk: Desk, counts: str, points: str) -> None:
    made = desk.assignment(counts=counts)
    for given in ("50", "75", "25"):
        desk.graded(desk.handed_in(made, f"{SOURCE}# {given}\n"), given)
        desk.clock.advance(hours=1)

    marked = [row for row in desk.me.open(of(made)).rows if "counts" in row[0].split()]

    assert [row[2].split()[0] for row in marked] == [points]


def test_an_older_attempt_is_started_from(desk: Desk) -> None:
    made = desk.assignment()
    old = desk.handed_in(made, "old = 1\n")
    desk.graded(old)
    desk.clock.advance(hours=1)
    desk.graded(desk.handed_in(made, "new = 1\n"))

    result = desk.me.open(f"/submissions/{old.id}")
    start = result.links["Start from this attempt"]
    page = desk.me.open(start)

    assert start.endswith("#write")
    assert start.partition(of(made))[2] in page.source
    assert form_of(page).values["code"] == "old = 1\n"
    assert "The editor starts with your attempt of 23 November, 13:00." in page.text
    assert '<details class="write" open>' in page.source


def test_nobody_starts_from_the_attempt_of_another(desk: Desk) -> None:
    made = desk.assignment()
    theirs = desk.handed_in(made, "secret = 1\n", by=desk.owner)

    page = desk.me.open(f"{of(made)}?start={theirs.id}")

    assert form_of(page).values["code"] == ""


def test_who_could_join_a_group_is_asked_before_a_submission_that_forbids_it(desk: Desk) -> None:
    made = desk.assignment(group_size=2)
    page = desk.me.open(of(made))
    assert "required" in str(page.soup.find(id="alone"))

    asked = desk.me.submit(page, form_of(page), {"how": "code", "code": SOURCE})
    assert asked.status == 422
    assert "You are in no group, and your file is not submitted yet." in asked.text
    assert all_of(desk, made) == []

    desk.me.submit(asked, form_of(asked), {"how": "code", "alone": "on"})
    assert len(all_of(desk, made)) == 1
    again = desk.me.open(of(made))
    assert again.soup.find(id="alone") is None
    desk.me.submit(again, form_of(again), {"how": "code", "code": "x = 1\n"})
    assert len(all_of(desk, made)) == 2


def test_who_is_in_a_group_or_can_come_into_none_is_not_asked(desk: Desk) -> None:
    alone, late, grouped = (
        desk.assignment(),
        desk.assignment(group_size=2, due_at=NOW - DAY, closes_at=NOW + DAY),
        desk.assignment(group_size=2),
    )
    with desk.service.database.begin() as session:
        membership.create(session, Caller(desk.student.id), session.get_one(Assignment, grouped.id), now=NOW)

    for made in (alone, late, grouped):
        assert desk.me.open(of(made)).soup.find(id="alone") is None
        page = desk.me.open(of(made))
        desk.me.submit(page, form_of(page), {"how": "code", "code": SOURCE})
        assert len(all_of(desk, made)) == 1


def test_the_bar_shows_what_a_late_attempt_earned(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW - DAY, closes_at=NOW + DAY, late_percent_per_day=Decimal(20))
    submitted = desk.handed_in(made)
    desk.graded(submitted, "100")

    page = desk.me.open(f"/submissions/{submitted.id}")

    bar = page.soup.select_one("svg.bar rect")
    assert bar is not None
    assert float(str(bar["width"])) == 80


def test_a_check_without_scripts_leads_to_its_answer(desk: Desk) -> None:
    made = desk.assignment()
    page = desk.me.open(of(made))

    answer = desk.me.client.post(
        f"{of(made)}/checks",
        data={"csrf": page.token, "how": "code", "code": SOURCE},
        follow_redirects=False,
    )

    assert answer.headers["location"].endswith("#check")
