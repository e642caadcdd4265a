"""A student at a real browser: a wrong file dropped on the page comes back diagnosed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from api.pages import _static
from tests.browser.conftest import Visit
from tests.browser.dropping import drop
from tests.world.sample_course import EXAMPLES, SampleCourse

OVERWRITE = EXAMPLES / "overwrite.py"
EDITOR = "Your code" if _static.has("vendor/codemirror.js") else "Or write your code here"
"""The label of the editor, or of the plain text area where none was built."""


def is_diagnosed(page: Page) -> None:
    """The cause, its line in the file, and the drawn graph."""
    expect(page.locator(".finding .what")).to_contain_text("Gradient overwritten instead of accumulated")
    marked = ["self.grad = 1.0 * out.grad", "self.grad = other.data * out.grad"]
    expect(page.locator(".source .marked code")).to_contain_text(marked)
    expect(page.locator(".graph-picture.right .lost").first).to_contain_text("lost")


@pytest.fixture
def form(visit: Visit) -> Page:
    page = visit()
    page.goto("/try")
    return page


def test_a_wrong_file_dropped_on_the_page_comes_back_diagnosed(form: Page) -> None:
    drop(form, OVERWRITE)
    expect(form.locator(".dropped")).to_contain_text("overwrite.py is chosen")
    expect(form.locator(".chosen")).to_contain_text("class Value")
    form.get_by_role("button", name="Try this file").click()

    is_diagnosed(form)
    expect(form.locator("h1")).to_be_focused()
    expect(form.locator("[data-live]")).to_have_count(0)


def test_two_files_at_once_are_not_taken(form: Page) -> None:
    drop(form, OVERWRITE, count=2)

    expect(form.locator(".dropped")).to_have_text("Drop only one file at a time.")
    assert form.url.endswith("/try")


def test_a_chosen_file_comes_back_diagnosed(form: Page) -> None:
    form.set_input_files("#file", OVERWRITE)
    form.get_by_role("button", name="Try this file").click()

    is_diagnosed(form)


def test_what_is_written_in_the_editor_comes_back_diagnosed(form: Page) -> None:
    form.get_by_label(EDITOR, exact=True).fill(OVERWRITE.read_text(encoding="utf-8"))
    form.get_by_role("button", name="Try this code").click()

    is_diagnosed(form)


def test_a_file_that_is_refused_leaves_what_was_typed(form: Page, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("hello", encoding="utf-8")
    form.get_by_label(EDITOR, exact=True).fill("class Value: ...")
    drop(form, notes)
    form.get_by_role("button", name="Try this file").click()

    expect(form.get_by_role("alert")).to_contain_text("it is not Python code and not a notebook")
    expect(form.locator("textarea")).to_have_value("class Value: ...")


def test_everything_works_without_a_mouse(visit: Visit) -> None:
    page = visit()
    page.goto("/try?example=on")
    _tab_to(page, "Try this code")
    page.keyboard.press("Enter")
    expect(page.locator(".finding")).to_be_visible()

    page.locator("details.replay > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moments > *").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moments > *").nth(1)).to_be_visible()
    expect(page.locator(".moments > *").first).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator(".moments > *").last).to_be_visible()


@pytest.mark.parametrize("address", ["#step-2", "#step-1-2"])
def test_an_address_opens_the_replay_at_its_step(form: Page, address: str) -> None:
    """On a page that is open already too, as where somebody edits the address."""
    form.set_input_files("#file", OVERWRITE)
    form.get_by_role("button", name="Try this file").click()
    is_diagnosed(form)

    form.evaluate("to => { location.hash = to }", address)
    expect(form.locator(".moments > *").nth(1)).to_be_in_viewport()
    form.locator("[data-do=forward]").click()
    assert form.url.endswith("#step-1-3")
    form.reload()
    expect(form.locator(".moments > *").nth(2)).to_be_in_viewport()


def _tab_to(page: Page, button: str) -> None:
    """Tab from the top of the page: through the editor, which must not keep it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == button:
            return
    message = f"{button!r} is not reached"
    raise AssertionError(message)


def test_the_skip_link_comes_first(form: Page) -> None:
    form.keyboard.press("Tab")
    expect(form.get_by_role("link", name="Skip to main content")).to_be_focused()
    form.keyboard.press("Enter")

    expect(form.locator("main")).to_be_focused()


def test_where_events_do_not_come_through_the_page_asks_by_itself(form: Page) -> None:
    form.route("**/events", lambda route: route.fulfill(status=503))
    form.set_input_files("#file", OVERWRITE)
    form.get_by_role("button", name="Try this file").click()

    is_diagnosed(form)


def test_where_attempts_are_few_a_dropped_file_waits_for_another_yes(
    visit: Visit, sample: SampleCourse
) -> None:
    page = visit(sample.student)
    page.goto(f"/assignments/{sample.assignments['careful']}")
    drop(page, OVERWRITE)

    expect(page.locator(".dropped")).to_contain_text("overwrite.py is chosen")
    expect(page.get_by_role("button", name="Submit this file")).to_be_focused()
    assert "/assignments/" in page.url


def test_hints_open_one_after_the_other(visit: Visit) -> None:
    page = visit()
    page.goto("/faults/overwritten_gradient")
    hints = page.locator("details.hint")

    expect(hints.nth(0)).to_be_visible()
    expect(hints.nth(1)).to_be_hidden()
    hints.nth(0).locator("summary").click()
    expect(hints.nth(1)).to_be_visible()
    expect(hints.nth(2)).to_be_hidden()


def test_the_line_and_its_cause_lead_to_each_other(visit: Visit) -> None:
    page = visit(java_script_enabled=False)  # with scripts, the file is the editor
    page.goto("/try?example=on")
    page.get_by_role("button", name="Try this code").click()
    page.locator(".quote a").click()

    expect(page.locator(".source li:target .meant").first).to_be_in_viewport()
    page.locator(".source .remark").click()
    expect(page.locator(".finding:target")).to_be_in_viewport()


@pytest.mark.parametrize("width", [375, 1280])
def test_a_remark_at_a_line_is_whole_however_wide_the_code_is(visit: Visit, width: int) -> None:
    page = visit(java_script_enabled=False, viewport={"width": width, "height": 740})
    page.goto("/try?example=on")
    page.get_by_role("button", name="Try this code").click()
    box, remark = page.locator(".source").bounding_box(), page.locator(".source .remark").first.bounding_box()

    assert box is not None
    assert remark is not None
    assert remark["x"] + remark["width"] <= box["x"] + box["width"]


def test_everything_works_without_javascript(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/try")
    page.locator("#file").set_input_files(OVERWRITE)
    page.get_by_role("button", name="Try this file").click()

    is_diagnosed(page)  # the page loads itself anew until it is there
    page.locator("details.replay > summary").click()
    expect(page.locator(".moments > *").last).to_be_visible()


def test_the_plain_text_area_works_without_javascript(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/try?example=on")

    expect(page.locator("textarea")).to_have_value(_begins_with("# A class for numbers"))
    page.get_by_role("button", name="Try this code").click()
    expect(page.locator(".finding .what")).to_contain_text("line 15")


def _begins_with(text: str) -> "re.Pattern[str]":
    return re.compile(re.escape(text))
