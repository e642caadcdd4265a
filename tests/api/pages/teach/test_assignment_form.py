from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from sqlalchemy import select

from api.pages._assignment_form import FIELDS
from api.words.assignment_settings import RULES
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import SETTINGS, Draft
from submissions.courses.assignments.starter import STARTER
from submissions.courses.courses import courses
from submissions.tables import Assignment, Counts, Role, Shown
from submissions.teaching.gradebook.grade_weights import set_weights
from tests.world.classroom import OPERATOR
from tests.world.desk import Desk
from tests.world.pages import Page

WHOLE = replace(Draft(title="", stage="whole-graph"), weights=Draft(title="", stage="whole-graph").chosen)
"""What the form proposes."""


def _draft(desk: Desk) -> Draft:
    with desk.service.database.read() as session:
        return assignments.draft_of(session, session.scalars(select(Assignment)).one())


def _new(desk: Desk) -> Page:
    return desk.teacher.open(f"{desk.home}/assignments/new")


def test_a_title_is_enough(desk: Desk) -> None:
    page = desk.teacher.press(_new(desk), "Save", title="Core")

    assert "/preview" in page.url
    assert "The assignment is saved as a draft." in page.text
    assert "Core" in page.text
    assert _draft(desk) == replace(WHOLE, title="Core")


def test_a_new_assignment_is_published_where_it_was_looked_at(desk: Desk) -> None:
    looked = desk.teacher.press(_new(desk), "Save", title="Core", published="on")
    assert not _draft(desk).published

    page = desk.teacher.press(looked, "Publish")

    assert page.url.partition("?")[0].endswith(f"{desk.home}/assignments")
    assert "The assignment is published." in page.text
    assert _draft(desk) == replace(WHOLE, title="Core", published=True)
    preview = looked.url.partition("?")[0]
    assert "Publish" not in [button for form in desk.teacher.open(preview).forms for button in form.buttons]
    assistant = desk.member("assistant", Role.ASSISTANT)
    assert assistant.open(preview).status == 200


def test_rules_stand_under_short_headings(desk: Desk) -> None:
    form = desk.teacher.client.get(f"{desk.home}/assignments/new").text
    texts = [part.partition("</fieldset>")[0] for part in form.split("<legend><h3>")[1:]]
    parts = {heading: fields for heading, _, fields in (text.partition("</h3>") for text in texts)}

    assert list(parts) == list(RULES.values())
    assert 'name="attempt_limit"' in parts["Attempts"]
    assert 'name="hint_rung"' in parts["Hints"]


def test_late_days_without_a_budget_have_a_warning_at_their_field(desk: Desk) -> None:
    warning = "Nobody can use late days yet: the budget of this course is 0."
    assert warning in _new(desk).text

    with desk.service.database.begin() as session:
        courses.change(session, OPERATOR, desk.course.id, late_days=5, now=desk.service.now())

    assert warning not in _new(desk).text


def test_a_weighted_course_offers_a_weight_for_a_new_assignment(desk: Desk) -> None:
    desk.teacher.press(_new(desk), "Save", title="First")
    assert "Weight in the total" not in _new(desk).text
    with desk.service.database.begin() as session:
        first = session.scalars(select(Assignment)).one().id
        set_weights(session, OPERATOR, desk.course.id, {first: Decimal("12.5")}, now=desk.service.now())

    form = _new(desk)
    assert form.form("Save").values["grade_weight"] == "12.5"
    refused = desk.teacher.press(form, "Save", title="Second", grade_weight="much")
    assert "This is not a number" in refused.text
    assert refused.form("Save").values["grade_weight"] == "much"
    desk.teacher.press(refused, "Save", grade_weight="7,5")
    desk.teacher.press(form, "Save", title="Third", grade_weight="")
    with desk.service.database.read() as session:
        weights = {each.title: each.grade_weight for each in session.scalars(select(Assignment))}
    assert weights == {"First": Decimal("12.5"), "Second": Decimal("7.5"), "Third": None}


def test_everything_can_be_set(desk: Desk) -> None:
    desk.teacher.press(
        _new(desk),
        "Save",
        title=" The  core ",
        instructions="Write it.\r\n\r\nAll of it.",
        starter="class Value: ...",
        opens_at="2026-11-24T09:00",
        due_at="2026-12-01T23:59",
        closes_at="2026-12-08T23:59",
        late_percent_per_day="12,5",
        late_most_percent="50",
        attempt_limit="5",
        cooldown_minutes="1.5",
        counts="latest",
        shown="after-due",
        hint_rung="1",
        points="20",
    )

    assert _draft(desk) == replace(
        WHOLE,
        title="The core",
        instructions="Write it.\n\nAll of it.",
        starter="class Value: ...",
        published=False,
        opens_at=datetime(2026, 11, 24, 8, tzinfo=UTC),
        due_at=datetime(2026, 12, 1, 22, 59, tzinfo=UTC),
        closes_at=datetime(2026, 12, 8, 22, 59, tzinfo=UTC),
        late_percent_per_day=Decimal("12.5"),
        late_most_percent=Decimal(50),
        attempt_limit=5,
        cooldown_seconds=90,
        counts=Counts.LATEST,
        shown=Shown.AFTER_DUE,
        hint_rung=1,
        points=Decimal(20),
    )


def test_errors_stand_beside_their_fields_and_nothing_typed_is_lost(desk: Desk) -> None:
    typed = {
        "title": "",
        "instructions": "two\nlines & <b>marks</b>",
        "due_at": "tomorrow",
        "closes_at": "2026-12-08T23:59",
        "points": "many",
        "attempt_limit": "-3",
        "cooldown_minutes": "1000000",
        "weight-a_plus_a": "9.5",
    }
    page = desk.teacher.press(_new(desk), "Save", **typed)

    assert page.status == 422
    assert set(page.errors) == {
        "title",
        "due_at",
        "closes_at",
        "points",
        "attempt_limit",
        "cooldown_minutes",
        "weights",
    }
    assert page.errors["points"] == "This is not a number. Write it in digits, like 12.5."
    values = page.form("Save").values
    assert {name: values[name] for name in typed} == typed


def test_a_form_with_errors_saves_nothing(desk: Desk) -> None:
    desk.teacher.press(_new(desk), "Save", title="Core", points="0")

    with desk.service.database.read() as session:
        assert session.scalars(select(Assignment)).all() == []


def test_the_suites_of_a_stage_are_filled_in_and_the_rest_is_kept(desk: Desk) -> None:
    page = desk.teacher.press(_new(desk), "Fill in suites", do="fill", title="T", stage="training")
    values = page.form("Save").values
    weights = {name for name, value in values.items() if name.startswith("weight-") and value}

    assert page.status == 200
    assert values["title"] == "T"
    assert "weight-zero_grad" in weights
    assert "weight-a_plus_a" not in weights


def test_another_stage_brings_its_suites_where_those_of_the_first_were_not_touched(desk: Desk) -> None:
    desk.teacher.press(_new(desk), "Save", title="T", stage="training")

    assert _draft(desk).weights == Draft(title="", stage="training").chosen


def test_weights_that_were_chosen_are_not_lost_to_another_stage(desk: Desk) -> None:
    own = {"stage": "training", "weight-a_plus_a": "7"}
    page = desk.teacher.press(_new(desk), "Save", title="T", **own)

    assert page.status == 422
    assert set(page.errors) == {"stage"}
    assert page.form("Save").values["weight-a_plus_a"] == "7"

    desk.teacher.press(page, "Save")

    draft = _draft(desk)
    assert (draft.stage, draft.weights["a_plus_a"]) == ("training", 7)


def test_weights_are_chosen_one_by_one(desk: Desk) -> None:
    page = desk.teacher.press(
        _new(desk),
        "Save",
        title="T",
        **{"weight-linear_chain": " ", "weight-a_plus_a": "0", "weight-diamond": "3", "weight-neuron": "4"},
    )

    assert page.status == 200
    others = {slug: weight for slug, weight in WHOLE.weights.items() if slug != "linear_chain"}
    assert _draft(desk).weights == others | {"a_plus_a": 0, "diamond": 3, "neuron": 4}


def test_a_suite_that_builds_on_another_is_told_with_it(desk: Desk) -> None:
    page = desk.teacher.press(_new(desk), "Save", title="", **{"weight-neuron": "4"})

    assert "builds on" in page.text


def test_an_assignment_needs_a_suite(desk: Desk) -> None:
    form = _new(desk)
    none = {name: "" for name in form.form("Save").values if name.startswith("weight-")}
    page = desk.teacher.press(form, "Save", title="T", **none)

    assert page.errors == {"weights": "No suite earns points. Give at least one suite a weight above 0."}


def test_the_usual_starter_is_filled_in(desk: Desk) -> None:
    page = desk.teacher.press(_new(desk), "Use default starter", do="starter", title="T")

    assert page.form("Save").values["starter"] == STARTER
    assert page.form("Save").values["title"] == "T"


def test_an_assignment_is_edited_as_it_stands(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    page = desk.teacher.open(f"/teach/assignments/{made.id}")
    assert page.form("Save").values["title"] == "Core"
    before = _draft(desk)
    desk.teacher.press(page, "Save")

    assert _draft(desk) == before
    with desk.service.database.read() as session:
        assert session.get_one(Assignment, made.id).version_number == 1


def test_of_two_editors_the_second_sees_both_and_decides(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    first = desk.teacher.open(f"/teach/assignments/{made.id}")
    second = desk.teacher.open(f"/teach/assignments/{made.id}")
    desk.teacher.press(first, "Save", title="Theirs", points="10")
    told = desk.teacher.press(second, "Save", title="Mine")

    assert told.status == 409
    assert told.form("Save").values["title"] == "Mine"
    assert ["Title", "Theirs"] in told.rows
    assert ["Points", "10"] in told.rows
    assert _draft(desk).title == "Theirs"

    desk.teacher.press(told, "Save")

    assert _draft(desk).title == "Mine"


def test_an_assignment_that_is_put_away_is_in_no_list_and_takes_nothing(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    page = desk.teacher.open(f"/teach/assignments/{made.id}")
    course = desk.teacher.press(page, "Archive assignment")

    assert course.url.partition("?")[0].endswith(f"{desk.home}/assignments")
    assert "There are no assignments yet" in course.text
    assert (
        "this assignment is closed" in desk.browser(desk.student).open(f"/assignments/{made.id}").text.lower()
    )


def test_a_revision_that_is_none_counts_as_an_old_one(desk: Desk) -> None:
    page = desk.teacher.open(f"/teach/assignments/{desk.assignment(title='Core').id}")

    assert desk.teacher.press(page, "Save", revision="9" * 900).status == 409


def test_seconds_that_a_program_has_set_are_kept(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    due = datetime(2026, 12, 1, 22, 59, 59, tzinfo=UTC)
    with desk.service.database.begin() as session:
        found = session.get_one(Assignment, made.id)
        draft = replace(assignments.draft_of(session, found), due_at=due)
        assignments.change(session, OPERATOR, found, draft, revision=found.revision, now=due)
    page = desk.teacher.open(f"/teach/assignments/{made.id}")
    assert page.form("Save").values["due_at"] == "2026-12-01T23:59"
    desk.teacher.press(page, "Save", title="Renamed")

    assert _draft(desk).due_at == due


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("2027-03-28T03:00", datetime(2027, 3, 28, 1, tzinfo=UTC)),
        ("2026-10-25T02:30", datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),  # shown twice: the later is meant
        ("2026-10-25 01:59:30", datetime(2026, 10, 24, 23, 59, 30, tzinfo=UTC)),
    ],
)
def test_dates_are_in_the_zone_of_the_course(desk: Desk, text: str, due: datetime) -> None:
    desk.teacher.press(_new(desk), "Save", title="T", due_at=text)

    assert _draft(desk).due_at == due


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2027-03-28T02:30", "clocks go forward"),
        ("2026-02-30T12:00", "not a date"),
        ("1999-01-01T12:00", "not a date"),
        ("2026-11-30T23:59Z", "not a date"),
    ],
)
def test_times_that_are_none_are_told(desk: Desk, text: str, told: str) -> None:
    page = desk.teacher.press(_new(desk), "Save", title="T", due_at=text)

    assert told in page.errors["due_at"]


def test_what_was_never_offered_is_told(desk: Desk) -> None:
    page = desk.teacher.press(
        _new(desk), "Save", title="T", stage="nowhere", counts="worst", shown="never", hint_rung="9"
    )

    assert set(page.errors) == {"stage", "counts", "shown", "hint_rung"}


def test_every_setting_can_be_entered(desk: Desk) -> None:
    filled = desk.teacher.press(_new(desk), "Fill in suites", do="fill", keep_graph="on")
    values = filled.form("Save").values
    one_each = {name: field for name, field in FIELDS.items() if SETTINGS[name].type is not tuple}
    fields = {field.name for name, field in one_each.items() if name not in {"weights", "published"}}

    assert fields - set(values) == set()
    assert any(name.startswith("weight-") for name in values)


def test_points_cannot_be_left_out_and_other_numbers_have_a_default(desk: Desk) -> None:
    without = {"points": "", "late_percent_per_day": "", "late_most_percent": "", "cooldown_minutes": ""}
    page = desk.teacher.press(_new(desk), "Save", title="T", **without)
    assert page.errors == {"points": "This field is required."}

    desk.teacher.press(page, "Save", points="5")

    assert _draft(desk) == replace(WHOLE, title="T", points=Decimal(5))
