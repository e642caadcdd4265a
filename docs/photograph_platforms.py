"""Photographs our pages for the guide of learning platforms, with a Moodle that the tests have.

Needs a Chromium: `.venv/bin/python docs/photograph_platforms.py [PATH OF CHROMIUM]`, from the top folder.
"""

import os
import shutil
import sys
import tempfile
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Page, Route, sync_playwright
from sqlalchemy import select

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from submissions.connect.lms import platforms  # noqa: E402
from submissions.connect.lms.vocabulary import CLAIM  # noqa: E402
from submissions.people.access.policy import Caller  # noqa: E402 - of the folder above
from submissions.storage.database import Database  # noqa: E402
from submissions.tables import Assignment, LmsLink, LmsPlatform, Person, PlatformState  # noqa: E402
from submissions.teaching.gradebook import overrides  # noqa: E402
from tests.world import classroom  # noqa: E402
from tests.world.browser import Browser  # noqa: E402
from tests.world.campus import Campus, campus_of, opened, pressed  # noqa: E402
from tests.world.classroom import OPERATOR  # noqa: E402
from tests.world.learning_platform import ORIGIN  # noqa: E402
from tests.world.lms.moodle import MOODLE  # noqa: E402

FOLDER = TOP / "docs" / "images" / "platforms"

_WIDTH, _WIDE, _HEIGHT, _MARGIN = 720, 1040, 1200, 12
_KNOWN = ("chromium", "chromium-browser", "google-chrome")
_ENGLISH = {f"{CLAIM}launch_presentation": {"locale": "en", "document_target": "iframe"}}
_TEACHER = {"sub": "teacher", **_ENGLISH}


class Camera:
    """Takes pictures of what a browser of the tests sees, in a real one."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._of: Browser | None = None
        page.route("**/*", self._fetch)

    def take(
        self, name: str, path: str, of: Browser, *, since: str = "h1", until: str, width: int = _WIDTH
    ) -> None:
        """A part of a page, between the first and the last element that two selectors find."""
        self._of = of
        self._page.set_viewport_size({"width": width, "height": _HEIGHT})
        self._page.goto(f"{ORIGIN}{path}")
        first = self._page.locator(since).first.bounding_box()
        last = self._page.locator(until).last.bounding_box()
        assert first is not None
        assert last is not None
        top = first["y"] - _MARGIN
        clip = {"x": 0, "y": top, "width": width, "height": last["y"] + last["height"] + _MARGIN - top}
        self._page.screenshot(path=FOLDER / f"{name}.png", clip=clip, full_page=True)

    def _fetch(self, route: Route) -> None:
        assert self._of is not None
        answer = self._of.client.get(route.request.url)
        route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.content)


def main() -> None:
    """Go the way of an operator and a teacher, and take a picture at each stop."""
    browser_path = sys.argv[1] if sys.argv[1:] else next(filter(None, map(shutil.which, _KNOWN)), None)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as library:
        url = f"sqlite:///{folder}/backgrade.db"
        database = Database(url)
        database.migrate()
        database.close()
        options = ["--no-sandbox"] if not os.geteuid() else []
        chromium = library.chromium.launch(executable_path=browser_path, args=options)
        page = chromium.new_page(color_scheme="light")
        with campus_of(MOODLE, url, Path(folder)) as campus:
            _photograph(Camera(page), campus)
        chromium.close()


def _photograph(camera: Camera, campus: Campus) -> None:
    with campus.service.database.begin() as session:
        operator = classroom.person(session, "operator", "Olivia Operator")
        operator.operator = True
    of_operator = campus.signed_in(operator)
    camera.take("addresses", "/lms/platforms", of_operator, since=".card", until="dl")
    asked = urlencode(campus.platform.registrar.open())
    camera.take("registered", f"/lti/register?{asked}", campus.browser("administrator"), until="#lti-close")
    with campus.service.database.read() as session:
        platform_id = session.scalars(select(LmsPlatform.id)).one()
    camera.take("approve", f"/lms/platforms/{platform_id}", of_operator, until="main > .actions")
    with campus.service.database.begin() as session:
        platforms.set_state(session, OPERATOR, platform_id, PlatformState.ACTIVE, now=campus.clock())
    _teach(camera, campus)


def _teach(camera: Camera, campus: Campus) -> None:
    campus.platform.names["teacher"] = "Grace Hopper"
    teacher = campus.browser("teacher")
    page = opened(teacher, campus.launch(teacher, _TEACHER))
    camera.take("connect", urlsplit(page.url).path, teacher, until="form[action$=new]")
    opened(teacher, pressed(teacher, page, "Create and connect"))
    page = opened(teacher, campus.launch(teacher, {**_TEACHER, **campus.platform.choosing.claims()}))
    for title in ("Backpropagation", "A neuron"):
        made = pressed(teacher, page, "Create assignment", title=title, stage="core")
        page = opened(teacher, made)
    camera.take("choose", urlsplit(page.url).path, teacher, until="form:has(fieldset)")
    camera.take("grades", _grades(campus), teacher, since=".actions + .table", until="table", width=_WIDE)


def _grades(campus: Campus) -> str:
    """Grades in several states; where they are shown."""
    campus.platform.students.update({"student-2", "student-3"})
    campus.platform.names.update({"student-2": "Alan Turing", "student-3": "Emmy Noether"})
    with campus.service.database.read() as session:
        assignment = session.scalars(select(Assignment).where(Assignment.title == "Backpropagation")).one()
    custom = {f"{CLAIM}custom": {"assignment": str(assignment.id)}}
    for sub in sorted(campus.platform.students):
        campus.launch(campus.browser(sub), {"sub": sub, **custom, **_ENGLISH})
    campus.platform.students.discard("student-3")
    campus.platform.by_hand["student-2"] = 60
    with campus.service.database.begin() as session:
        by = Caller(session.scalars(select(Person.id).where(Person.name == "Grace Hopper")).one())
        session.scalars(select(LmsLink)).one().title = "Backpropagation"
        for number, name in enumerate(("Ada Lovelace", "Alan Turing", "Emmy Noether")):
            who = session.scalars(select(Person.id).where(Person.name == name)).one()
            points = Decimal(95 - 10 * number)
            assignment = session.get_one(Assignment, assignment.id)
            overrides.give(session, by, assignment, who, points, "Demonstration", now=campus.clock())
    campus.send_grades()
    return f"/teach/courses/{assignment.course_id}/lms"


if __name__ == "__main__":
    main()
