from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import HttpUrl

from api.process.worker_runtime import mailer
from submissions.grading.work.mailing import Mailer
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import mail_choice, notices
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Course, Person
from submissions.teaching.talk import messages
from tests.world import classroom
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import FakeClock
from tests.world.mail_server import MailBox, mail_server


class PostOffice:
    """A course whose service sends e-mail to a real server on this machine."""

    def __init__(self, service: Service, box: MailBox, clock: FakeClock) -> None:
        self.service, self.box, self.clock = service, box, clock
        with service.database.begin() as session:
            self.course: Course
            self.course, self.owner = classroom.course(session)
            self.ada: Person = classroom.member(session, self.course, "ada@example.edu")
            self.ada.language = "es"
            self.nick: Person = classroom.member(session, self.course, "nick")
        made = mailer(service)
        assert made is not None
        self.mailer: Mailer = made

    def write(self, to: Person, text: str = "Your secret is xyzzy.") -> None:
        """A message of staff."""
        with self.service.database.begin() as session:
            messages.send(session, self.owner, self.course.id, to.id, text, now=self.clock())


@pytest.fixture
def office(sqlite_url: str, tmp_path: Path) -> Iterator[PostOffice]:
    with mail_server() as box, closing(Database(sqlite_url)) as database:
        settings = Settings(
            data_dir=tmp_path,
            public_url=HttpUrl("http://localhost"),
            smtp_host="127.0.0.1",
            smtp_port=box.port,
            smtp_security="none",
            smtp_from="Backgrade <grader@example.edu>",
        )
        clock = FakeClock()
        yield PostOffice(Service(settings, database, clock), box, clock)


def test_a_digest_counts_notices_says_nothing_of_them_and_comes_once(office: PostOffice) -> None:
    for _ in range(2):
        office.write(office.ada)
    office.write(office.nick)

    assert [office.mailer.send_due(), office.mailer.send_due()] == [1, 0]
    (message,) = office.box.messages
    text = message.get_content()
    assert (message["To"], message["From"]) == ("ada@example.edu", "Backgrade <grader@example.edu>")
    assert "2" in message["Subject"]
    assert "http://localhost/me/notices" in text
    assert "xyzzy" not in text
    assert office.course.title not in text


def test_the_next_digest_waits_and_what_was_read_needs_none(office: PostOffice) -> None:
    office.write(office.ada)
    office.mailer.send_due()
    office.write(office.ada)
    assert office.mailer.send_due() == 0
    office.clock.advance(hours=13)
    with office.service.database.begin() as session:
        notices.read_all(session, Caller(office.ada.id), now=office.clock())
    assert office.mailer.send_due() == 0
    office.write(office.ada)
    assert office.mailer.send_due() == 1


def test_what_a_server_refuses_is_sent_with_the_next(office: PostOffice) -> None:
    office.box.refuses = True
    office.write(office.ada)
    assert office.mailer.send_due() == 0
    office.box.refuses = False
    office.clock.advance(hours=13)
    assert office.mailer.send_due() == 1


def test_a_login_that_is_no_address_keeps_nobody_from_their_e_mail(office: PostOffice) -> None:
    with office.service.database.begin() as session:
        logins = ("a@", "a@c..d", "bo@example.edu")
        people = [classroom.member(session, office.course, each) for each in logins]
    for each in people:
        office.write(each)

    office.mailer.send_due()
    assert "bo@example.edu" in [message["To"] for message in office.box.messages]


def test_the_link_is_sent_as_it_is_in_one_line(office: PostOffice) -> None:
    office.write(office.ada)
    office.mailer.send_due()
    link = office.box.messages[0]["List-Unsubscribe"].strip("<>")

    lines = office.box.raw[0].splitlines()
    assert f"List-Unsubscribe: <{link}>".encode() in lines
    assert any(line.endswith(link.encode()) for line in lines)
    assert office.box.raw[0].isascii()


def test_the_link_stops_e_mail_without_signing_in_and_another_link_does_not(office: PostOffice) -> None:
    office.write(office.ada)
    office.mailer.send_due()
    link = office.box.messages[0]["List-Unsubscribe"].strip("<>")
    somebody = Browser.of(None, application(office.service), office.service)
    assert somebody.open(link[:-1] + ("0" if link[-1] != "0" else "1")).status == 410
    done = somebody.press(somebody.open(link), "Stop e-mail")
    assert "You get no more e-mail" in done.text

    office.clock.advance(hours=13)
    office.write(office.ada)
    assert office.mailer.send_due() == 0
    with office.service.database.begin() as session:
        mail_choice.choose(session, Caller(office.ada.id), on=True, now=office.clock())
    assert office.mailer.send_due() == 1


def test_the_button_of_a_mail_program_stops_e_mail_with_one_click(office: PostOffice) -> None:
    office.write(office.ada)
    office.mailer.send_due()
    (message,) = office.box.messages
    link, body = message["List-Unsubscribe"].strip("<>"), message["List-Unsubscribe-Post"]
    program = Browser.of(None, application(office.service), office.service).client
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    forged = program.post(link[:-1] + ("0" if link[-1] != "0" else "1"), content=body, headers=form)
    done = program.post(link, content=body, headers=form)

    assert body == "List-Unsubscribe=One-Click"
    assert (forged.status_code, done.status_code) == (410, 200)
    office.clock.advance(hours=13)
    office.write(office.ada)
    assert office.mailer.send_due() == 0
