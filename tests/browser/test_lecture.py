"""What the lecture view does by itself where scripts run."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_pages import LEAST_PIXELS, SMALLEST
from tests.world.sample_course import SampleCourse


def test_in_full_screen_as_many_pages_are_printed_and_one_slide_is_shown(
    visit: Visit, sample: SampleCourse
) -> None:
    page = visit(sample.owner)
    page.goto(f"/teach/courses/{sample.course.id}/lecture")
    before = _printed(page)

    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement")

    assert _printed(page) == before > 1
    expect(page.locator(".slide:visible")).to_have_count(1)
    expect(page.locator("header.site")).not_to_be_visible()


def test_the_letters_of_each_picture_can_be_read(visit: Visit, sample: SampleCourse) -> None:
    page = visit(sample.owner)
    page.goto(f"/teach/courses/{sample.course.id}/lecture")
    slides = page.locator(".slide").count()

    for _ in range(slides):
        assert page.evaluate(SMALLEST) >= LEAST_PIXELS
        page.keyboard.press("ArrowRight")


def _printed(page: Page) -> int:
    return page.pdf().count(b"/Type /Page\n")
