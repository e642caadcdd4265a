"""A running service, and who attacks it: nobody, and somebody who may do everything."""

import http.client
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from sqlalchemy import delete

from api.web import cookies
from bench._service import Installation
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import passwords, sessions, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import TokenRequest
from submissions.storage.database import Database
from submissions.tables import Assignment, Person, Role, Throttle
from tests.route_walk import READ, Route, every_route
from tests.world.pages import Page
from tests.world.pulse import LifeProbe
from tests.world.two_courses import SOMEBODYS, THEIRS, Whole, whole

NOBODYS = ("/sign-in", "/join", "/try")


@dataclass(frozen=True)
class Attack:
    """One request."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Attacked:
    """The service, and what a request to it needs."""

    port: int
    process: int
    course: Whole
    routes: Sequence[Route]
    secret: str
    token: str
    forget: Callable[[], None]
    """How often everything was tried."""
    keep: Callable[[str], None]
    """Write instructions as they were kept before they had bounds."""
    pulse: LifeProbe

    def ask(self, asked: Attack) -> tuple[int, str, str]:
        """Status, cookie and text of an answer; a refused body may break the connection."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            try:
                connection.request(asked.method, asked.path, asked.body or None, dict(asked.headers))
                answer = connection.getresponse()
                return (
                    answer.status,
                    answer.getheader("Set-Cookie", ""),
                    answer.read().decode(errors="replace"),
                )
            except ConnectionError:
                return 0, "", ""

    def visitor(self, path: str) -> tuple[dict[str, str], str]:
        """The headers of a browser, and the token of its forms."""
        if path in NOBODYS:
            _, cookie, page = self.ask(Attack(READ, "/sign-in"))
            headers = {"Cookie": cookie.partition(";")[0]}
        else:
            headers = {"Cookie": f"{cookies.SESSION}={self.secret}"}
            _, _, page = self.ask(Attack(READ, "/me", headers))
        return headers, Page(page).token


@contextmanager
def attacked(folder: Path, *, slots: int) -> Iterator[Attacked]:
    """Start a service with two courses that grades so many files at once."""
    url = f"sqlite:///{folder}/backgrade.db"
    with closing(Database(url)) as database:
        database.migrate()
        service = Service(Settings(data_dir=folder), database)
        course = whole(service, THEIRS, SOMEBODYS)
        now, who = service.now(), course.people[Role.OWNER]
        with database.begin() as session:
            person = session.get_one(Person, who)
            person.operator, person.password_hash = True, passwords.hashed("a few good words")
            secret = sessions.start(session, who, browser="", now=now)
            wanted = TokenRequest("attack", frozenset(Scope))
            token = tokens.create(session, Caller(who, operator=True), wanted, now=now).text

        def forget() -> None:
            with database.begin() as session:
                session.execute(delete(Throttle))

        def keep(text: str) -> None:
            with database.begin() as session:
                kept = session.get_one(Assignment, UUID(course.ids["assignment_id"]))
                kept.instructions, kept.instructions_html = text, None

        settings = {"BACKGRADE_TRIALS_PER_HOUR": "100000"}
        with (
            Installation(url, folder, slots=slots, settings=settings) as installation,
            LifeProbe(installation.port, installation.web.id) as pulse,
        ):
            who_attacks = (course, every_route(), secret, token)
            yield Attacked(installation.port, installation.web.id, *who_attacks, forget, keep, pulse)
