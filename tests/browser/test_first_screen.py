"""Who opens an assignment to submit sees where, without scrolling: in a frame and on a phone."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Visit
from tests.world.sample_course import EXAMPLES, SampleCourse

FRAME: ViewportSize = {"width": 850, "height": 720}
PHONE: ViewportSize = {"width": 375, "height": 489}
"""What a learning platform leaves of a phone."""
OPEN = ("open", "late", "careful", "exam", "group")
"""The assignments of the sample course that take a file: with attempts and without, late, in groups."""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("size", [FRAME, PHONE], ids=["frame", "phone"])
def test_the_field_for_a_file_is_on_the_first_screen(
    visit: Visit, sample: SampleCourse, size: ViewportSize, *, scripts: bool
) -> None:
    page = visit(sample.student, viewport=size, java_script_enabled=scripts)
    below = {}
    for name in OPEN:
        page.goto(f"/assignments/{sample.assignments[name]}")
        box = page.locator("#file").bounding_box()
        assert box is not None, name
        if box["y"] + box["height"] > size["height"]:
            below[name] = box["y"] + box["height"]

    assert below == {}


def test_a_check_answers_below_its_button(visit: Visit, sample: SampleCourse) -> None:
    page = visit(sample.student, viewport=PHONE)
    page.add_init_script("delete globalThis.WebAssembly")  # then the server looks at the file
    page.goto(f"/assignments/{sample.assignments['open']}")
    page.set_input_files("#file", EXAMPLES / "overwrite.py")
    button = page.get_by_role("button", name="Check first")
    button.click()
    answer = page.locator(".checked[data-of=file] .found, .checked[data-of=file] .problem").first
    expect(answer).to_be_visible()
    expect(answer).to_be_in_viewport()

    asked, answered = button.bounding_box(), answer.bounding_box()
    assert asked is not None
    assert answered is not None
    assert 0 <= answered["y"] - asked["y"] - asked["height"] < PHONE["height"] / 2


def test_a_draft_is_offered_beside_an_attempt_to_start_from(visit: Visit, sample: SampleCourse) -> None:
    page = visit(sample.student)
    page.goto(f"/assignments/{sample.assignments['open']}?start={sample.submissions['right']}#write")
    page.evaluate(
        "localStorage.setItem(document.querySelector('#code').dataset.draft,"
        " JSON.stringify({ text: 'draft = 1', at: Date.now() }))"
    )
    page.reload()

    expect(page.locator(".draft")).to_contain_text("This browser also keeps your draft")
    assert "class Value" in page.locator("#code").input_value()
    page.get_by_role("button", name="Use draft").click()
    expect(page.locator("#code")).to_have_value("draft = 1")
