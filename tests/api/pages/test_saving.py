"""Every save says so; every form that fails names its fields and leads to them.

Both are rules over all functions of pages that a form is sent to: whoever adds one has it asked.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from uuid import UUID

import pytest
from bs4 import Tag
from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.web.application import routers
from api.words.done import DONE
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Person, Role
from tests.route_walk import READ, every_route
from tests.thorough import by_turns
from tests.world import classroom
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import NOW
from tests.world.pages import Form, Page
from tests.world.two_courses import Whole, whole
from tests.world.walk import NO_PAGES

_FIELDS = ("input", "textarea")
_BOXES = {"checkbox", "radio"}
_ENDS_SESSIONS = ("/sign-out", "/me/sessions/", "/me/second-factor/confirm", "/me/password")
ASKED = ("owner", "student", "operator")
_NOTHING_FITS = ("", "☃" * 400)
"""What is typed: nothing, and what is no number, no date, no choice and too long for a line."""

SAY_IT_THEMSELVES = {
    "assignment.submit_file": "the result",
    "checks.check": "what the check found",
    "lms_choices.chosen": "the platform",
    "lms_tab.ask": "a link",
    "me.copy_data": "a file",
    "me.end_all_sessions": "nobody is signed in",
    "me_notices.open_notice": "where it happened",
    "me_second_factor.confirm": "the recovery codes",
    "me_second_factor.renew": "the recovery codes",
    "me_tokens.create": "the token",
    "newcomer.create": "the first page of a new account",
    "second_factor.enter": "the page that was asked for",
    "sign_in.sign_in": "the page that was asked for",
    "sign_in_link.use": "the page that was asked for",
    "sign_in.sign_out": "nobody is signed in",
    "submission.open_hint": "the hint",
    "submission.withdraw": "that it is withdrawn, or why not",
    "teach_grade_fill.fill": "what is filled in, and a file",
    "teach_graphs.preview_graph": "the graph",
    "teach_keys.create": "the key",
    "teach_person.make_link": "the link",
    "teach_person.make_links": "a file",
    "teach_roster.compare": "what would change",
    "teach_webhooks.create": "the secret",
    "teach_webhooks.rotate": "the secret",
    "try_it.try_out": "the result",
    "unsubscribe.stop": "that no more is sent",
}
"""Functions whose answer shows what came of the form, and what that is."""


def test_each_form_says_that_it_is_saved_or_shows_it() -> None:
    functions = {
        f"{route.endpoint.__module__.rpartition('.')[2]}.{route.endpoint.__name__}"
        for router in routers("api.pages")
        for route in router.routes
        if isinstance(route, APIRoute) and "POST" in (route.methods or ())
    }

    assert DONE.keys() & SAY_IT_THEMSELVES.keys() == set()
    extra = {"teach_requests.changed"}
    assert functions == (DONE.keys() - extra) | SAY_IT_THEMSELVES.keys()


@dataclass(frozen=True)
class Sent:
    """A form of a page, sent with something in it that cannot be used; and what came back."""

    place: str
    page: Page

    @property
    def links(self) -> list[str]:
        """Where the list of all wrong fields leads."""
        return [str(each["href"]) for each in self.page.soup.select(".wrong-fields a")]

    @property
    def lost(self) -> list[str]:
        """Links that lead to nothing on the page."""
        return [each for each in self.links if self.page.soup.find(id=each.removeprefix("#")) is None]


@pytest.fixture(scope="module", params=by_turns(ASKED, str, one_in=3))
def answers(
    request: pytest.FixtureRequest, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[Sent]:
    """Of every form that somebody or nobody sees on any page, sent empty and with what fits nowhere."""
    folder = tmp_path_factory.mktemp("forms")
    url = f"sqlite:///{shutil.copy(sqlite_template, folder / 'backgrade.db')}"
    with closing(Database(url)) as database:
        service = Service(Settings(data_dir=folder), database, lambda: NOW)
        made = whole(service, "Mine", "Mine")
        with database.begin() as session:
            operator = classroom.person(session, "operator")
            operator.operator = True
        app = application(service)
        app.state.news_feed.close()  # streams tell what is, and end
        who = {
            "owner": _person(service, made.people[Role.OWNER]),
            "student": _person(service, made.victim),
            "operator": operator,
        }
        asked = (who[request.param], None)
        return [sent for person in asked for sent in _sent(app, service, person, made)]


def _person(service: Service, person_id: UUID) -> Person:
    with service.database.read() as session:
        return session.get_one(Person, person_id)


def _sent(app: FastAPI, service: Service, person: Person | None, made: Whole) -> Iterator[Sent]:
    browser, seen = Browser.of(person, app, service), set()
    for route in every_route():
        if not route.is_page or route.method != READ or route.path.endswith(NO_PAGES):
            continue
        if person is None and route.asks_for(made.ids):
            continue
        page = browser.open(route.filled(made.ids))
        if page.status != HTTPStatus.OK or "text/html" not in page.headers.get("content-type", ""):
            continue
        for form in page.forms:
            action = form.action or route.filled(made.ids)
            if form.method != "post" or action in seen or action.startswith(_ENDS_SESSIONS):
                continue
            seen.add(action)
            for text in _NOTHING_FITS if _fields(form.tag) else _NOTHING_FITS[:1]:
                typed = _typed(form, text)
                yield Sent(f"{action} with {text[:3]!r}", browser.submit(page, form, typed))


def _fields(form: Tag) -> list[Tag]:
    """What somebody can type or tick; a list of choices has one that fits in any case."""
    return [each for each in form.find_all(_FIELDS) if each.get("type") not in {"hidden", "file"}]


def _typed(form: Form, text: str) -> dict[str, str | None]:
    """What is in its fields but the hidden ones; and its first button."""
    typed = {
        str(each.get("name")): None if each.get("type") in _BOXES else text for each in _fields(form.tag)
    }
    button = form.tag.find("button", attrs={"name": True})
    pressed = {str(button["name"]): form.choices[str(button["name"])]} if isinstance(button, Tag) else {}
    return {**typed, **pressed}


def test_a_form_that_fails_names_its_fields_and_leads_to_them(answers: list[Sent]) -> None:
    failed = [each for each in answers if each.page.status == HTTPStatus.UNPROCESSABLE_ENTITY]

    assert failed
    assert [each.place for each in failed if len(each.page.errors) > len(each.links)] == []
    assert [(each.place, each.lost) for each in failed if each.lost] == []
    silent = [each.place for each in failed if not each.page.soup.select("main [role=alert]")]
    assert silent == []


def test_a_form_that_is_saved_says_so(answers: list[Sent]) -> None:
    saved = [each for each in answers if "done=" in each.page.url]

    assert saved
    assert [each.place for each in saved if not each.page.soup.select("main .saved[role=status]")] == []
