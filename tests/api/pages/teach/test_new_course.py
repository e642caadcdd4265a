"""A new course says what to do next, until it is done; its zone is one that people live in."""

from submissions.people.access.accounts import zones
from submissions.tables import Role
from tests.world.desk import Desk
from tests.world.pages import Page


def steps(page: Page) -> dict[str, str]:
    """By step, its mark."""
    found = [each.get_text(" ", strip=True) for each in page.soup.select("#next + ol li")]
    return {text.partition(" ")[2].partition(" .")[0]: text.partition(" ")[0] for text in found}


def test_what_is_open_is_a_link_and_what_is_done_is_marked(desk: Desk) -> None:
    page = desk.teacher.press(
        desk.teacher.open("/teach/courses/new"), "Create course", title="Autumn", zone="UTC"
    )
    assert list(steps(page).values()) == ["○"] * 4
    assert "The course is created." in page.text

    settings = page.url.partition("?")[0] + "/settings"
    assert page.links["Create a join code"] == settings.removeprefix("http://localhost")
    desk.teacher.press(desk.teacher.open(settings), "Create join code")
    looked = desk.teacher.press(
        desk.teacher.open(page.url.partition("?")[0] + "/assignments/new"), "Save", title="The core"
    )
    again = desk.teacher.open(page.url.partition("?")[0])
    assert list(steps(again).values()) == ["✓", "○", "✓", "○"]
    assert again.links["Publish it"] == looked.url.partition("?")[0].removeprefix("http://localhost")


def test_a_course_that_runs_says_nothing_of_it_and_assistants_are_not_asked(desk: Desk) -> None:
    assert steps(desk.member("assistant", Role.ASSISTANT).open(desk.home)) == {}
    assert steps(desk.teacher.open(desk.home)) != {}

    desk.assignment()
    assert steps(desk.teacher.open(desk.home)) == {}


def test_zones_are_those_that_people_live_in() -> None:
    assert {"Factory", "localtime"} & zones() == set()
    assert {"UTC", "Europe/Madrid"} <= zones()
