"""A page of something that is not there yet says what will be here and what to do next, with a picture."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from bs4 import Tag

from submissions.tables import Person, Role
from tests.world.browser import Browser
from tests.world.desk import Desk
from tests.world.pages import Page

TEMPLATES = Path(__file__).resolve().parents[3] / "api" / "pages" / "templates"
OF_A_COURSE = ("/assignments", "/submissions", "/grades", "/watch", "/requests", "/lecture", "/lms")
OF_WRITERS = ("/canned-comments",)
OF_OWNERS = ("/keys", "/webhooks", "/grades/weights", "/grades/fill")
OF_AN_ASSIGNMENT = ("/submissions", "/causes", "/equal", "/regrades", "/groups", "/lecture")
OF_EDITORS = ("/check", "/graphs")
WITHOUT_A_PICTURE = {
    "There are no comments.": "the form to write one is below it",
    "There are no deployments yet. The first launch adds one.": "a part of the page of a platform",
    "There are no submissions yet.": "a part of the page of one student",
    "You have no grade yet.": "a part of the page of an assignment",
    "You have no password yet.": "a notice",
    "You have no tokens.": "the form to create one is below it",
    "No grade to show yet.": "a part of the card of an assignment",
    "No grade was sent yet. Backgrade sends grades to the platform automatically when students have one.": (
        "a part of the page of a platform's course"
    ),
    "This course has no assignments yet. Create one below.": "the form to create one is below it",
    "No grade yet": "a cell",
    "No submission yet": "a cell",
    "No account here is connected to it yet. Accounts are never joined by name or e-mail address.": (
        "a notice"
    ),
    "No account yet? [Join a course with a code](/join) to create one.": "no list",
    "No screen reader was tested by hand yet. The drawings of graphs have a text alternative, "
    "and the numbers also stand in tables.": "no list",
    "Nothing has been sent yet. Send a test message to check the receiver.": "the button for it is below it",
    "Nothing is saved yet.": "a notice",
    "Nothing yet": "a cell",
    "None yet": "a cell",
}
"""Sentences about what is not there, and why they need no picture."""


def empty_parts(page: Page) -> list[Tag]:
    assert page.status == 200, page.url
    return page.soup.select("main .empty")


def require_a_way_on(browser: Browser, path: str) -> None:
    page = browser.open(path)
    parts = empty_parts(page)
    assert parts, path
    for part in parts:
        (picture,) = part.find_all("svg")
        assert picture["aria-hidden"] == "true"
        assert picture.find_all(["path", "rect", "circle"])
        assert re.match(r"[A-Z].+[.]", str(part.find("p").get_text()))  # type: ignore[union-attr]
        (button,) = part.find_all("a")
        url, anchor = urldefrag(str(button["href"]))
        led = browser.open(urljoin(path, url)) if url else page
        assert led.status == 200, (path, url)
        assert not anchor or led.soup.find(id=anchor), (path, anchor)
        assert urljoin(path, url or "#") != path or anchor, f"{path} leads to itself"


def test_every_list_of_an_empty_course_says_what_to_do_next(desk: Desk) -> None:
    for path in (*OF_A_COURSE, *OF_WRITERS, *OF_OWNERS):
        require_a_way_on(desk.teacher, f"{desk.home}{path}")
    require_a_way_on(desk.teacher, "/teach/archive")
    require_a_way_on(desk.teacher, f"/courses/{desk.course.id}")


def test_it_does_so_for_assistants_who_may_do_less(desk: Desk) -> None:
    assistant = desk.member("tess", Role.ASSISTANT)
    for path in (*OF_A_COURSE, *OF_WRITERS):
        require_a_way_on(assistant, f"{desk.home}{path}")


@pytest.mark.parametrize("group_size", [1, 2])
def test_every_list_of_an_assignment_without_submissions_does(desk: Desk, group_size: int) -> None:
    here = f"/teach/assignments/{desk.assignment(group_size=group_size).id}"
    for path in (*OF_AN_ASSIGNMENT, *OF_EDITORS):
        require_a_way_on(desk.teacher, f"{here}{path}")
    require_a_way_on(desk.teacher, f"{desk.home}/submissions")


def test_every_list_of_a_student_does(desk: Desk) -> None:
    course = f"/courses/{desk.course.id}"
    for path in (course, f"{course}/progress", f"{course}/messages", "/me/notices"):
        require_a_way_on(desk.me, path)


def test_whoever_is_in_no_course_is_led_into_one(desk: Desk) -> None:
    left = desk.member("ray", Role.STUDENT)
    desk.teacher.send(f"{desk.home}/people", f"{desk.home}/people/{_person(desk, 'ray')}/remove")
    require_a_way_on(left, "/")


def test_an_operator_is_told_how_a_platform_comes(desk: Desk) -> None:
    with desk.service.database.begin() as session:
        session.get_one(Person, desk.owner.id).operator = True
    require_a_way_on(desk.teacher, "/lms/platforms")


def _person(desk: Desk, login: str) -> str:
    page = desk.teacher.open(f"{desk.home}/people?q={login}")
    return str(page.soup.select_one("tbody th a")["href"]).rpartition("/")[2]  # type: ignore[index]


def sentences() -> Iterator[tuple[str, str]]:
    """Each sentence in a template about what is not there, and the line that it stands in."""
    begins = "There are no|You (?:have|are) no|No|Nobody|Nothing|None|This course has no"
    about = re.compile(rf'_\("((?:{begins})\b[^"]*)"')
    for path in TEMPLATES.rglob("*.html"):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from ((text, line) for text in about.findall(line) if re.search(r" no | yet\b", f" {text}"))


def test_no_sentence_about_nothing_stands_alone() -> None:
    alone = {text for text, line in sentences() if "empty(" not in line}

    assert alone - WITHOUT_A_PICTURE.keys() == set()
    assert WITHOUT_A_PICTURE.keys() - alone == set()
