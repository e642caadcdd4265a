"""The sliders of the gradient thermometer, by mouse and keyboard; without scripts there is a table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.world.sample_course import SampleCourse

PLACES = ("try", "right result")


def at(page: Page, place: str, sample: SampleCourse) -> None:
    """Go there."""
    page.goto("/try" if place == "try" else f"/submissions/{sample.submissions['right']}")


@pytest.mark.parametrize("place", PLACES)
def test_a_slider_says_what_the_gradient_predicts_and_what_comes_true(
    visit: Visit, sample: SampleCourse, place: str
) -> None:
    page = visit(sample.student, viewport={"width": 360, "height": 740})
    at(page, place, sample)
    slider = page.get_by_role("slider", name="Nudge a")
    said = page.locator(".nudge", has=slider).locator("output")
    expect(said).to_have_text("a = 2: y = -20. Move the slider.")

    slider.press("ArrowRight")

    expect(said).to_have_text("a = 2.1: predicted y = -19.6, computed y = -19.57.")
    expect(slider).to_have_attribute("aria-valuetext", "a = 2.1: predicted y = -19.6, computed y = -19.57.")
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(said).to_have_text("a = 1.9: predicted y = -20.4, computed y = -20.37.")


@pytest.mark.parametrize("place", PLACES)
def test_without_scripts_the_table_has_both_numbers(visit: Visit, sample: SampleCourse, place: str) -> None:
    page = visit(sample.student, java_script_enabled=False)
    at(page, place, sample)
    rows = page.locator(".nudged tbody tr")
    headings = page.locator(".nudged thead th")

    assert headings.all_inner_texts() == ["Input", "Nudge", "y predicted", "y computed"]
    expect(page.get_by_role("slider")).to_have_count(0)
    assert [row.inner_text().split() for row in rows.all()][:2] == [
        ["a", "-0.1", "-20.4", "-20.37"],
        ["a", "+0.1", "-19.6", "-19.57"],
    ]
