"""A browser that fills in forms, as far as tests need one: cookies, hidden fields, no scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

_TOKEN = re.compile(r'name="csrf" value="([0-9a-f]+)"')


class Browser:
    """One of a person. Redirects are answers like others: a test says where it expects to be led."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **headers: str) -> Response:
        """Look at a page."""
        return self.client.get(path, headers=headers)

    def send(self, page: str, to: str | None = None, /, *, files: Any = None, **fields: Any) -> Response:
        """Fill in the form of a page and send it, to the page itself or elsewhere."""
        return self.client.post(to or page, data={"csrf": self.token(page), **fields}, files=files)

    def token(self, page: str) -> str:
        """The hidden field of the forms on a page."""
        found = _TOKEN.search(self.get(page).text)
        assert found, f"there is no form on {page}"
        return found[1]

    def sign_in(self, login: str, password: str) -> Response:
        """Sign in with a password."""
        return self.send("/sign-in", login=login, password=password)

    def cookie(self, name: str = "backgrade") -> str | None:
        """The value of a cookie of ours."""
        return self.client.cookies.get(name)


@contextmanager
def browser(
    app: FastAPI, base_url: str = "http://localhost", address: str = "127.0.0.1"
) -> Iterator[Browser]:
    """A browser that has not been here."""
    client = TestClient(app, base_url=base_url, follow_redirects=False, client=(address, 50000))
    with client:  # one thread for all requests
        yield Browser(client)


def text(answer: Response) -> str:
    """What stands on a page, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())
