"""What the form of an assignment does by itself where scripts run."""

import pytest
from playwright.sync_api import Page, expect

from grader.assignment import assignment
from tests.browser.conftest import Visit
from tests.world.sample_course import SampleCourse


def _proposed(stage: str) -> dict[str, str]:
    return {suite.slug: f"{suite.points}" for suite in assignment(stage).suites}


_WHOLE, _TRAINING = _proposed("whole-graph"), _proposed("training")
"""What the form proposes, and what it fills in for another stage."""


@pytest.fixture
def form(visit: Visit, sample: SampleCourse) -> Page:
    page = visit(sample.owner)
    page.goto(f"/teach/courses/{sample.course.id}/assignments/new")
    return page


def _weights(page: Page) -> dict[str, str]:
    script = "all => all.filter(i => i.value).map(i => [i.name.replace('weight-', ''), i.value])"
    return dict(page.locator("input[data-points]").evaluate_all(script))


def test_choosing_a_stage_fills_in_its_suites_at_once(form: Page) -> None:
    before = _weights(form)
    form.get_by_label("Stage").select_option("training")

    assert before == _WHOLE
    assert _weights(form) == _TRAINING
    assert not _WHOLE.keys() & _TRAINING.keys()
    expect(form.locator("output")).to_have_text(f"{sum(map(int, _TRAINING.values()))}")


def test_weights_that_were_typed_stay(form: Page) -> None:
    form.locator("details.suites > summary").click()
    form.get_by_label("a + a", exact=True).uncheck()
    card = form.get_by_role("listitem").filter(has_text="Five-node graph")
    card.locator("summary").click()
    card.get_by_label("Weight: Five-node graph").fill("9")
    form.get_by_label("Stage").select_option("training")

    typed = {name: weight for name, weight in _WHOLE.items() if name != "a_plus_a"} | {"five_nodes": "9"}
    assert _weights(form) == typed
    expect(form.locator("output")).to_have_text(f"{sum(map(int, typed.values()))}")


def test_a_new_assignment_takes_a_title_and_the_enter_key(form: Page) -> None:
    form.get_by_label("Title").fill("By keyboard alone")
    form.keyboard.press("Enter")

    expect(form.get_by_role("heading", name="By keyboard alone")).to_be_visible()
