"""What the form of an assignment does by itself where scripts run."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.school import BrowserSchool

_CORE = {"linear_chain": "3", "a_plus_a": "1", "five_nodes": "2", "diamond": "2"}


@pytest.fixture
def form(visit: Visit, school: BrowserSchool) -> Page:
    page = visit(school.owner)
    page.goto(f"/teach/courses/{school.course.id}/assignments/new")
    return page


def _weights(page: Page) -> dict[str, str]:
    script = "all => all.filter(i => i.value).map(i => [i.name.replace('weight-', ''), i.value])"
    return dict(page.locator("input[data-points]").evaluate_all(script))


def test_choosing_a_stage_fills_in_its_suites_at_once(form: Page) -> None:
    before = _weights(form)
    form.get_by_label("Stage").select_option("training")

    assert before == _CORE
    assert "zero_grad" in _weights(form)
    assert "diamond" not in _weights(form)
    expect(form.locator("output")).to_have_text("4")


def test_weights_that_were_typed_stay(form: Page) -> None:
    form.locator("summary").first.click()
    form.get_by_label("Five-node graph", exact=True).fill("9")
    form.get_by_label("Stage").select_option("training")

    assert _weights(form) == {**_CORE, "five_nodes": "9"}
    expect(form.locator("output")).to_have_text("15")


def test_a_new_assignment_takes_a_title_and_the_enter_key(form: Page) -> None:
    form.get_by_label("Title").fill("By keyboard alone")
    form.keyboard.press("Enter")

    expect(form.get_by_role("link", name="By keyboard alone", exact=True)).to_be_visible()
