"""Every page in a real browser: in light and dark, on a small screen, without complaints of anybody."""

import re
from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Page, ViewportSize

from api.web.application import routers
from tests.browser.conftest import Windows
from tests.world.sample_course import SampleCourse
from tests.world.walk import NO_PAGES, PAGES

NARROW = (640, 360, 320)
"""Widths: a window of 1280 pixels at 200 %, a phone, and the same window at 400 %."""
LARGE: ViewportSize = {"width": 1280, "height": 900}
ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEAST_PIXELS = 12
SMALLEST = """
() => {
  const all = [...document.querySelectorAll("main svg text")];
  const texts = all.filter((text) => text.getClientRects().length);
  const sizes = texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
  return Math.min(1000, ...sizes);
}
"""
"""How high the letters of the smallest text in a picture are."""
IN_COLOURS = ["color-contrast", "link-in-text-block"]
"""What can be otherwise in the dark."""

MORE_OF_THE_SAME = [
    [".source li:nth-child(n+26)"],
    [".shelf li:nth-child(n+6)"],
    [".stage li:nth-child(n+6)"],
]
"""Lines and rows like those before them: to look at each would take long and show nothing."""
AROUND = {"exclude": MORE_OF_THE_SAME}
UNSEEN = """() => [...document.querySelectorAll(".graph-picture")]
  .filter((picture) => picture.getClientRects().length)
  .filter((picture) => picture.parentElement.clientWidth < 200).length"""
"""How many pictures are drawn where nobody sees them: in a box of nearly no width."""
INLINE = "document.querySelectorAll(':is([style], style, script:not([src])):not(.chart *)').length"
"""The library of the charts sets styles of what it draws by script, which the policy for content allows."""


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, windows: Windows, sample: SampleCourse) -> Iterator[Page]:
    who, where = PAGES[request.param]
    with windows(who(sample)) as opened:
        opened.emulate_media(color_scheme="light", reduced_motion="reduce")
        opened.set_viewport_size(LARGE)
        answer = opened.goto(where(sample))
        assert answer is not None
        assert answer.status < 500
        yield opened


@pytest.mark.sampled(one_in=48)
def test_each_page_is_for_everybody_in_light_and_dark_and_fits_a_small_screen(page: Page) -> None:
    light = _violations(page, ALL_RULES)
    smallest, unseen = page.evaluate(SMALLEST), page.evaluate(UNSEEN)
    page.emulate_media(color_scheme="dark")
    dark = _violations(page, IN_COLOURS)

    assert (light, dark) == ([], [])
    assert [width for width in NARROW if _needed(page, width) > width] == []
    assert smallest >= LEAST_PIXELS
    assert unseen == 0
    assert page.locator("h1").count() == 1
    assert page.evaluate(INLINE) == 0


def _needed(page: Page, width: int) -> int:
    """How wide the page is in a window of that width; more, if it scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 740})
    page.wait_for_function("width => innerWidth === width", arg=width)
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _violations(page: Page, rules: list[str]) -> list[str]:
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = page.evaluate("([context, options]) => axe.run(context, options)", [AROUND, options])
    return [_told(each) for each in found["violations"]]


def _told(violation: dict[str, object]) -> str:
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    return f"{violation['id']}: {[(node['target'], node['failureSummary']) for node in nodes[:3]]}"


def test_every_page_there_is_is_looked_at(sample: SampleCourse) -> None:
    routes = [route for router in routers("api.pages") for route in router.routes]
    paths = {
        route.path
        for route in routes
        if isinstance(route, APIRoute)
        and "GET" in (route.methods or ())
        and not route.path.endswith(NO_PAGES)
    }
    seen = {where(sample).partition("?")[0] for _, where in PAGES.values()}

    assert [path for path in sorted(paths) if not any(_is_of(path, each) for each in seen)] == []


def _is_of(path: str, url: str) -> bool:
    return re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", path), url) is not None
