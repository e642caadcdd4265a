"""A dashboard and a projector view move as results come, whether or not events come through."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.patience import until
from tests.world.sample_course import SampleCourse, handed_in

_MARK = "all => all.forEach(part => part.dataset.old = 'yes')"


_KEPT = """
const Real = EventSource;
window.EventSource = class extends Real { constructor(url) { super(url); window.source = this; } };
"""


@pytest.fixture(params=["dashboard", "lab"])
def view(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def assignment(sample: SampleCourse) -> str:
    return f"/teach/assignments/{sample.assignments['open']}"


def _moves(page: Page, sample: SampleCourse, content: bytes) -> None:
    """A result comes, and what shows numbers is put anew; the page was not loaded again."""
    parts = page.locator("[data-moves]")
    parts.evaluate_all(_MARK)
    page.evaluate("window.untouched = true")
    handed_in(sample, "open", content)

    expect(page.locator("[data-moves][data-old]")).to_have_count(0)
    expect(parts).not_to_have_count(0)
    assert page.evaluate("window.untouched") is True


def test_numbers_move_by_events(visit: Visit, sample: SampleCourse, assignment: str, view: str) -> None:
    page = visit(sample.owner)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{assignment}/{view}")
    _moves(page, sample, f"class Value: ... # {view} by events".encode())

    assert any(url.endswith("/events") for url in asked)
    assert not any(url.endswith("/pulse") for url in asked)


def test_numbers_move_where_no_events_come_through(
    visit: Visit, sample: SampleCourse, assignment: str, view: str
) -> None:
    page = visit(sample.owner)
    page.route("**/events", lambda route: route.fulfill(status=502, body=""))
    page.goto(f"{assignment}/{view}")
    _moves(page, sample, f"class Value: ... # {view} by asking".encode())


def test_a_page_says_that_it_has_lost_its_connection(
    visit: Visit, sample: SampleCourse, assignment: str, view: str
) -> None:
    page = visit(sample.owner)
    page.route("**/events", lambda route: route.fulfill(status=502, body=""))
    page.route("**/pulse", lambda route: route.fulfill(status=502, body=""))
    page.goto(f"{assignment}/{view}")

    expect(page.locator("[data-lost]")).to_contain_text("The connection is lost.")


def test_a_page_that_comes_back_is_connected_though_nothing_is_new(
    visit: Visit, assignment: str, view: str, sample: SampleCourse
) -> None:
    page = visit(sample.owner)
    page.add_init_script(_KEPT)
    page.goto(f"{assignment}/{view}")
    until(lambda: page.evaluate("window.source?.readyState === EventSource.OPEN"))
    page.evaluate("window.source.dispatchEvent(new Event('error'))")
    expect(page.locator("[data-lost]")).to_contain_text("The connection is lost.")
    page.evaluate("window.source.dispatchEvent(new Event('open'))")

    expect(page.locator("[data-lost]")).to_be_empty()


def test_who_may_not_see_the_figures_any_more_is_told_so(
    visit: Visit, assignment: str, view: str, sample: SampleCourse
) -> None:
    page = visit(sample.owner)
    page.route("**/events", lambda route: route.fulfill(status=404, body=""))
    page.route("**/pulse", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"{assignment}/{view}")

    expect(page.locator("[data-lost]")).to_contain_text("You cannot see these figures any more.")
