"""The file beside a result is the editor: it is changed and submitted there, and its result comes there."""

import time

import pytest
from playwright.sync_api import Page, expect

from api.pages import _static
from tests.browser.conftest import Visit
from tests.browser.writing import write
from tests.world.sample_course import EXAMPLES, SampleCourse, handed_in

pytestmark = pytest.mark.skipif(not _static.has("vendor/codemirror.js"), reason="the editor was not built")

WRONG = "self.grad = 1.0 * out.grad"
RIGHT = "self.grad += 1.0 * out.grad"
EDITOR = "Your code"


@pytest.fixture
def page(visit: Visit, sample: SampleCourse) -> Page:
    """The student's newest result, with an editor beside it."""
    overwrite = (EXAMPLES / "overwrite.py").read_text(encoding="utf-8")
    made = handed_in(sample, "open", f"{overwrite}# {time.monotonic_ns()}\n".encode())
    opened = visit(sample.student)
    opened.goto(f"/submissions/{made.id}")
    return opened


def repair(page: Page) -> None:
    """As a student would with the keyboard: the whole text, with `=` made `+=` in every rule."""
    text = page.locator(".bench textarea").input_value()
    repaired = text.replace("self.grad = ", "self.grad += ").replace("other.grad = ", "other.grad += ")
    write(page, repaired.replace("self.grad += 0", "self.grad = 0"))


def test_the_remark_stands_at_its_line_in_the_editor(page: Page) -> None:
    expect(page.locator(".cm-line.marked")).to_contain_text([WRONG, "self.grad = other.data * out.grad"])
    expect(page.locator(".cm-content div.remark")).to_contain_text(["Gradient overwritten"] * 2)
    expect(page.locator(".source")).to_be_hidden()


def test_control_and_enter_submit_and_the_result_comes_in_place(page: Page) -> None:
    before = page.url
    repair(page)
    page.get_by_role("textbox", name=EDITOR, exact=True).press("Control+Enter")

    expect(page.locator(".no-longer")).to_contain_text("Gradient overwritten")
    expect(page.locator(".finding")).to_have_count(0)
    expect(page.locator(".cm-content .remark")).to_have_count(0)
    expect(page.get_by_role("textbox", name=EDITOR, exact=True)).to_be_focused()
    expect(page.locator("#said")).to_contain_text("of")
    assert page.url != before


def test_a_click_shows_the_changes_since_the_attempt_before(page: Page) -> None:
    repair(page)
    page.get_by_role("textbox", name=EDITOR, exact=True).press("Control+Enter")
    expect(page.locator(".no-longer")).to_be_visible()
    page.get_by_role("button", name="Show changes").click()

    expect(page.locator(".cm-deletedChunk").first).to_contain_text(WRONG)
    expect(page.locator(".cm-changedLine").first).to_contain_text(RIGHT)


def test_from_submit_to_result_takes_less_than_a_second(page: Page) -> None:
    repair(page)
    began = time.monotonic()
    page.get_by_role("textbox", name=EDITOR, exact=True).press("Control+Enter")
    page.locator(".no-longer").wait_for()

    assert time.monotonic() - began < 3  # the bar of one second is of a quiet machine


def test_it_is_a_plain_text_area_without_scripts(visit: Visit, sample: SampleCourse, page: Page) -> None:
    plain = visit(sample.student, java_script_enabled=False)
    plain.goto(page.url)
    plain.get_by_text("Edit this file and submit it again").click()
    plain.get_by_role("textbox", name=EDITOR, exact=True).fill("class Value:\n    def __init__(self, data)\n")
    plain.get_by_role("button", name="Submit again").click()

    expect(plain.locator("#problem")).to_contain_text("A colon is missing")
    expect(plain.get_by_text("It used no attempt")).to_be_visible()


def test_an_older_attempt_is_only_read(sample: SampleCourse, page: Page) -> None:
    page.goto(f"/submissions/{sample.submissions['wrong']}")

    expect(page.locator(".source .marked").first).to_be_visible()
    expect(page.locator(".bench")).to_have_count(0)
