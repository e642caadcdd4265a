"""Pages with figures, in a browser: the first answer is in sight, and charts are whole at every width."""

import pytest

from tests.browser.conftest import Visit
from tests.world.sample_course import SampleCourse

FIRST_SCREEN = 300
"""Pixels from above, at 1280 x 720."""
_ANSWER = """(selector) => document.querySelector(selector).getBoundingClientRect().top"""
_OUTSIDE = """() => {
  const shown = [...document.querySelectorAll(".chart svg")].filter((svg) => svg.clientWidth);
  return shown.flatMap((svg) => [...svg.querySelectorAll("text, rect")].filter((each) => {
    const { x, y, width, height } = each.getBBox();
    const whole = svg.viewBox.baseVal;
    return x < -0.5 || y < -0.5 || x + width > whole.width + 0.5 || y + height > whole.height + 0.5;
  })).map((each) => each.textContent || each.outerHTML);
}"""
ANSWERS = {
    "/teach/assignments/{open}/dashboard": "#turnout",
    "/teach/assignments/{open}/causes": "h1 ~ p, h1 ~ .table",
    "/teach/assignments/{open}/submissions": "main .table, h2 ~ p.faint",
    "/teach/courses/{course}": ".figure",
    "/teach/courses/{course}/submissions": "main .table, main p.faint",
    "/teach/courses/{course}/watch": ".head + p",
    "/teach/courses/{course}/grades": "main .table",
    "/teach/courses/{course}/people": "main .table",
}
"""By page, where its first answer is."""


@pytest.mark.parametrize("path", ANSWERS)
def test_the_first_answer_is_in_sight(visit: Visit, sample: SampleCourse, path: str) -> None:
    page = visit(sample.owner)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(path.format(open=sample.assignments["open"], course=sample.course.id))
    assert page.evaluate(_ANSWER, ANSWERS[path]) < FIRST_SCREEN
    rows = page.locator("nav:is(.tabs, .tabs.within)").count()
    assert rows == 1, "one row of tabs"


@pytest.mark.parametrize("tab", ["grades", "people"])
def test_a_table_begins_on_the_first_screen_of_a_phone(visit: Visit, sample: SampleCourse, tab: str) -> None:
    page = visit(sample.owner)
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(f"/teach/courses/{sample.course.id}/{tab}")
    assert page.evaluate(_ANSWER, "main tbody") < 700


@pytest.mark.parametrize("width", [375, 800, 1280])
def test_charts_are_whole_and_no_table_hides_its_last_row(
    visit: Visit, sample: SampleCourse, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr("api.pages.teach_dashboard._CHARTED", 1)
    page = visit(sample.owner)
    page.set_viewport_size({"width": width, "height": 720})
    for path in ("/teach/assignments/{open}/dashboard", "/teach/courses/{course}"):
        page.goto(path.format(open=sample.assignments["open"], course=sample.course.id))
        assert page.locator(".chart svg:visible").count() > 0
        assert page.evaluate(_OUTSIDE) == []
        page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        hidden = "all => all.filter(each => each.scrollHeight > each.clientHeight + 1).length"
        assert page.locator(".table").evaluate_all(hidden) == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
