"""What teaching assistants may do is what they can do: no link and no form of theirs leads to a refusal."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Person, Role
from tests.route_walk import READ, every_route
from tests.thorough import at_length
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.clock import NOW
from tests.world.pages import Page
from tests.world.two_courses import Whole, whole
from tests.world.walk import NO_PAGES

_REFUSED = {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}
_ENDS_SESSIONS = ("/sign-out", "/me/")
"""Forms of one's own account: everybody has them, and some end the session of this walk."""


@pytest.fixture(scope="module")
def assistant(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Whole]]:
    folder = tmp_path_factory.mktemp("assistant")
    url = f"sqlite:///{shutil.copy(sqlite_template, folder / 'backgrade.db')}"
    with closing(Database(url)) as database:
        service = Service(Settings(data_dir=folder), database, lambda: NOW)
        made = whole(service, "Mine", "Mine")
        with database.read() as session:
            person = session.get_one(Person, made.people[Role.ASSISTANT])
        app = application(service)
        app.state.news_feed.close()
        yield Browser.of(person, app, service), made


@pytest.fixture(scope="module")
def pages(assistant: tuple[Browser, Whole]) -> list[Page]:
    """All pages that an assistant can open in a course."""
    browser, made = assistant
    routes = [each for each in every_route() if each.is_page and each.method == READ]
    paths = {each.filled(ids) for ids in (made.ids, made.ids_of_draft()) for each in routes
             if not each.path.endswith(NO_PAGES)}  # fmt: skip
    opened = [browser.open(path) for path in sorted(paths)]
    return [each for each in opened if each.status == HTTPStatus.OK]


@at_length
def test_every_link_leads_somewhere(assistant: tuple[Browser, Whole], pages: list[Page]) -> None:
    browser, _ = assistant
    found: dict[str, str] = {}
    for page in pages:
        for link in page.links.values():
            to = urljoin(page.url, link)
            if urlsplit(to).netloc == urlsplit(page.url).netloc and not urlsplit(to).path.endswith(NO_PAGES):
                found.setdefault(to.partition("#")[0], urlsplit(page.url).path)

    assert len(found) > 50
    refused = {to: on for to, on in found.items() if browser.client.get(to).status_code in _REFUSED}
    assert refused == {}


@at_length
def test_every_form_can_be_sent(assistant: tuple[Browser, Whole], pages: list[Page]) -> None:
    browser, _ = assistant
    refused: dict[str, str] = {}
    sent: set[str] = set()
    for page in pages:
        for form in page.forms:
            action = urlsplit(urljoin(page.url, form.action)).path
            if form.method == "get" or action in sent or action.startswith(_ENDS_SESSIONS):
                continue
            sent.add(action)
            answer = browser.client.post(action, data=form.choices, follow_redirects=False)
            if answer.status_code == HTTPStatus.FORBIDDEN:
                refused[action] = urlsplit(page.url).path

    assert len(sent) > 5
    assert refused == {}
