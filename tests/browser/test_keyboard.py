"""A student without a mouse: assignment, result, hints, replay, editor and progress."""

import time

import pytest
from playwright.sync_api import Page, expect

from api.pages import _static
from tests.browser.conftest import Visit
from tests.world.sample_course import EXAMPLES, SampleCourse, handed_in

pytestmark = pytest.mark.skipif(not _static.has("vendor/codemirror.js"), reason="the editor was not built")

OVERWRITE = (EXAMPLES / "overwrite.py").read_text(encoding="utf-8")
EDITOR = "Your code"
_MOST = 120
"""Steps with the tab key: more than a page has places to stop at."""
_FOCUSED = """
() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return (at.getAttribute("aria-label") ?? at.textContent).trim();
}
"""


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press a key until something of that name has the focus."""
    for _ in range(_MOST):
        page.keyboard.press(key)
        if page.evaluate(_FOCUSED).startswith(name):
            return
    message = f"{name!r} is not reached by {key}"
    raise AssertionError(message)


@pytest.fixture
def result(visit: Visit, sample: SampleCourse) -> Page:
    """The newest result, with an editor beside it."""
    made = handed_in(sample, "open", f"{OVERWRITE}# {time.monotonic_ns()}\n".encode())
    page = visit(sample.student)
    page.goto(f"/submissions/{made.id}")
    expect(page.locator(".cm-content")).to_be_visible()
    return page


def test_code_is_written_and_submitted_and_the_result_is_where_the_focus_is(
    visit: Visit, sample: SampleCourse
) -> None:
    page = visit(sample.student)
    page.goto(f"/assignments/{sample.assignments['open']}")
    tab_to(page, "Or write your code here")
    page.keyboard.press("Enter")
    tab_to(page, EDITOR)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(f"{OVERWRITE}# {time.monotonic_ns()}\n")
    page.keyboard.press("Control+Enter")

    expect(page.locator(".finding").first).to_be_visible()
    expect(page.locator("h1")).to_be_focused()


def test_the_replay_and_the_lines_to_paste_open(result: Page) -> None:
    tab_to(result, "Replay")
    result.keyboard.press("Enter")
    tab_to(result, "Step forward")
    result.keyboard.press("Enter")
    expect(result.locator(".moments > *").nth(1)).to_be_visible()
    result.keyboard.press("End")
    expect(result.locator(".moments > *").last).to_be_visible()

    tab_to(result, "Reproduce it")
    result.keyboard.press("Enter")
    expect(result.locator("details.paste pre").first).to_be_visible()


def test_the_editor_is_entered_and_left_in_both_directions(result: Page) -> None:
    tab_to(result, EDITOR)
    result.keyboard.press("Control+End")
    result.keyboard.insert_text("# mine")
    tab_to(result, "Submit again")
    tab_to(result, EDITOR, "Shift+Tab")
    tab_to(result, "Reproduce it", "Shift+Tab")

    assert result.locator(".bench textarea").input_value().endswith("# mine")


def test_a_repair_is_submitted_with_the_button(result: Page) -> None:
    shown = result.url
    tab_to(result, EDITOR)
    result.keyboard.press("Control+End")
    result.keyboard.insert_text(f"# {time.monotonic_ns()}")
    tab_to(result, "Submit again")
    result.keyboard.press("Enter")

    result.wait_for_url(lambda url: url != shown)
    expect(result.locator(".finding").first).to_be_visible()


def test_the_progress_is_two_links_away(result: Page, sample: SampleCourse) -> None:
    tab_to(result, sample.course.title)
    result.keyboard.press("Enter")
    result.wait_for_url("**/courses/*")
    tab_to(result, "Progress")
    result.keyboard.press("Enter")

    expect(result.get_by_role("link", name="Backprop by hand")).to_be_visible()
