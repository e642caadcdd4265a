"""A browser without scripts: it keeps cookies, reads pages, fills forms in and presses buttons."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Client

from api.web import cookies
from submissions.operating.service import Service
from submissions.people.access import sessions
from submissions.tables import Person
from tests.world.pages import Form, Page

HERE = "http://localhost"


class Browser:
    """One of a person."""

    def __init__(self, client: Client) -> None:
        self.client = client

    @classmethod
    def of(cls, person: Person | None, app: FastAPI, service: Service) -> "Browser":
        """Somebody's, who is signed in, or nobody's; it goes where it is led."""
        browser = cls(TestClient(app, base_url=HERE))
        if person is not None:
            with service.database.begin() as session:
                secret = sessions.start(session, person.id, browser="test", now=service.now())
            browser.client.cookies.set(cookies.SESSION, secret)
        return browser

    def open(self, url: str, **headers: str) -> Page:
        """Go to a page."""
        return Page.of(self.client.get(url, headers=headers))

    def press(self, page: Page, button: str, **typed: str | None) -> Page:
        """Press a button, with some fields typed anew."""
        return self.submit(page, page.form(button), typed)

    def submit(
        self, page: Page, form: Form, typed: Mapping[str, str | None] | None = None, **files: Any
    ) -> Page:
        """Fill in and send; what is typed as None is not sent, as a box that is not ticked."""
        values = {**form.values, **(typed or {})}
        sent = {name: value for name, value in values.items() if value is not None}
        url = urljoin(page.url, form.action)
        if form.method == "get":
            return Page.of(self.client.get(url, params=sent))
        return Page.of(self.client.post(url, data=sent, files=files or None))

    def send(self, page: str, to: str | None = None, /, *, files: Any = None, **fields: Any) -> Page:
        """Send whatever fields with the token of a page, to the page itself or elsewhere."""
        data = {"csrf": self.token(page), **fields}
        return Page.of(self.client.post(to or page, data=data, files=files))

    def token(self, page: str) -> str:
        """The hidden field of the forms on a page."""
        return self.open(page).token

    def sign_in(self, login: str, password: str) -> Page:
        """Sign in with a password."""
        return self.send("/sign-in", login=login, password=password)

    def cookie(self, name: str = cookies.SESSION) -> str | None:
        """The value of a cookie of ours."""
        return self.client.cookies.get(name)


@contextmanager
def browser(app: FastAPI, base_url: str = HERE, address: str = "127.0.0.1") -> Iterator[Browser]:
    """A browser that has not been here. Redirects are answers: a test says where it expects to be led."""
    client = TestClient(app, base_url=base_url, follow_redirects=False, client=(address, 50000))
    with client:  # one thread for all requests
        yield Browser(client)
