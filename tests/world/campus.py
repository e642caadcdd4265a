"""A learning platform, our service, and the browsers that go between them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from pydantic import HttpUrl
from sqlalchemy import select

from api.words.grade_change import grade_comment
from submissions.connect.lms import keys
from submissions.connect.lms.sender import passback_crew
from submissions.connect.lms.vocabulary import CLAIM
from submissions.jobs.host import JobHost
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import sessions
from submissions.storage.database import Database
from submissions.tables import Course, Person
from tests.patience import DATABASE
from tests.world import classroom
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import FakeClock
from tests.world.learning_platform import INSTRUCTOR, ORIGIN, LearningPlatform
from tests.world.lms.quirks import Quirks
from tests.world.pages import Page

FRAMED, TOP = {"Sec-Fetch-Dest": "iframe"}, {"Sec-Fetch-Dest": "document"}
TEACHER = {"sub": "teacher", f"{CLAIM}roles": [INSTRUCTOR], "name": "Grace Hopper"}


@dataclass
class Campus:
    """Everything, with one browser for each name."""

    service: Service
    app: FastAPI
    clock: FakeClock
    platform: LearningPlatform
    browsers: dict[str, Browser] = field(default_factory=dict)

    def __post_init__(self) -> None:
        host = JobHost(self.service.database, self.clock)
        self.sender = passback_crew(host, self.platform, grade_comment, self.clock)

    def browser(self, who: str) -> Browser:
        """Somebody's, which does not go where it is led by itself."""
        if who not in self.browsers:
            self.browsers[who] = Browser(TestClient(self.app, base_url=ORIGIN, follow_redirects=False))
        return self.browsers[who]

    def signed_in(self, who: Person) -> Browser:
        """Of somebody who signed in here."""
        browser = Browser(TestClient(self.app, base_url=ORIGIN))
        with self.service.database.begin() as session:
            secret = sessions.start(session, who.id, browser="", now=self.clock())
        browser.client.cookies.set("__Host-backgrade", secret)
        return browser

    def login(self, browser: Browser, where: dict[str, str] = FRAMED, **other: str) -> Response:
        """The platform sends a browser here to begin."""
        quirks = self.platform.quirks
        sent = {
            "iss": quirks.issuer,
            "client_id": self.platform.client_id,
            "login_hint": "3",
            "lti_message_hint": quirks.message_hint,
            "target_link_uri": f"{ORIGIN}/lti/launch",
            **other,
        }
        if quirks.login_by == "GET":
            return browser.client.get("/lti/login", params=sent, headers=where)
        return browser.client.post("/lti/login", data=sent, headers=where)

    def launch(
        self, browser: Browser, other: dict[str, Any] | None = None, where: dict[str, str] = FRAMED
    ) -> Response:
        """The whole of a launch, in a browser that keeps cookies."""
        asked = self.platform.authorized(self._address(browser, where))
        token = self.platform.signed(self.platform.claims(asked["nonce"], other))
        sent = {"state": asked["state"], "id_token": token}
        return browser.client.post("/lti/launch", data=sent, headers=where)

    def _address(self, browser: Browser, where: dict[str, str]) -> str:
        """Where our login leads: at once, by a look at our cookie, or by a page that the platform keeps."""
        fields = {"lti_deployment_id": self.platform.deployment_id, **self.platform.quirks.login_fields}
        answer = self.login(browser, where, **fields)
        if (store := Page.of(answer).soup.find(id="lti-store")) is not None:
            return str(store["data-address"])
        if answer.headers["Location"].startswith("/lti/go"):
            answer = browser.client.get(answer.headers["Location"], headers=where)
        return str(answer.headers["Location"])

    def send_grades(self, *, after: float = 2) -> None:
        """Send what waits, some seconds later."""
        self.clock.advance(seconds=after)
        while self.sender.turn():
            pass


@contextmanager
def campus_of(quirks: Quirks, database_url: str, folder: Path) -> Iterator[Campus]:
    """A platform that is not registered yet."""
    clock = FakeClock()
    with closing(Database(database_url, DATABASE)) as database:
        settings = Settings(data_dir=folder, public_url=HttpUrl(ORIGIN))
        service = Service(settings, database, clock)

        def our_keys() -> Any:
            with database.begin() as session:
                keys.ensure(session, now=clock())
                return keys.published(session, now=clock())

        app = application(service)
        app.state.outward = platform = LearningPlatform(clock, quirks, our_keys=our_keys)
        yield Campus(service, app, clock, platform)


def opened(browser: Browser, answer: Response, where: dict[str, str] = FRAMED) -> Page:
    """The page that an answer leads to."""
    assert answer.status_code == 303, answer.text
    return browser.open(answer.headers["Location"], **where)


def pressed(browser: Browser, page: Page, button: str, **typed: str | list[str]) -> Response:
    """The answer to a button of a page in a frame."""
    form = page.form(button)
    action = form.action or urlsplit(page.url).path
    headers = {**FRAMED, "Sec-Fetch-Site": "same-origin"}
    return browser.client.post(action, data={**form.values, **typed}, headers=headers)


def connected(campus: Campus) -> Browser:
    """The teacher, whose course leads to a new one of ours with an assignment."""
    teacher = campus.browser("teacher")
    page = opened(teacher, campus.launch(teacher, TEACHER))
    assert "Networks is not connected" in page.text
    to = opened(teacher, pressed(teacher, page, "Create and connect"))
    assert to.status == 200
    with campus.service.database.begin() as session:
        made = session.scalars(select(Person).where(Person.name == "Grace Hopper")).one()
        course = session.scalars(select(Course).where(Course.title == "Networks")).one()
        classroom.assignment(session, course)
        assert made.login.startswith("lms-")
    return teacher


def returning(to: str) -> dict[str, Any]:
    """A teacher's launch that names the page to go back to."""
    return {**TEACHER, f"{CLAIM}launch_presentation": {"return_url": to}}
