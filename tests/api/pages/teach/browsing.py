"""A browser without scripts: it reads pages, fills forms in and presses buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from fastapi.testclient import TestClient
from httpx2 import Response

from api.web import cookies
from submissions.access import sessions
from submissions.operating.service import Service
from submissions.tables import Person

_VOID = {"input", "link", "meta", "br", "hr", "img"}


@dataclass
class Form:
    """A form of a page, and what would be sent."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)
    """What each is called."""


@dataclass
class Page:
    """What came back."""

    url: str
    status: int
    text: str
    """All that can be read."""
    forms: list[Form]
    links: dict[str, str]
    """By text, where each leads."""
    errors: dict[str, str]
    """What stands beside a field that is wrong, by its name."""
    rows: list[list[str]]
    """The cells of all tables."""
    source: str

    def form(self, button: str) -> Form:
        """The one with this button."""
        return next(form for form in self.forms if any(button in each for each in form.buttons))


class SignedInBrowser:
    """Somebody's browser, signed in."""

    def __init__(self, app: Any, service: Service, person: Person | None = None) -> None:
        self._client = TestClient(app, base_url="http://localhost", follow_redirects=True)
        if person is not None:
            with service.database.begin() as session:
                secret = sessions.start(session, person.id, browser="test", now=service.now())
            self._client.cookies.set(cookies.SESSION, secret)

    def open(self, url: str) -> Page:
        """Go to a page."""
        return _read(self._client.get(url))

    def answer(self, url: str) -> Response:
        """What comes back, as it is."""
        return self._client.get(url)

    def send(
        self, page: Page, form: Form, typed: Mapping[str, str | None] | None = None, **files: Any
    ) -> Page:
        """Fill in and send; what is typed as None is not sent, as a box that is not ticked."""
        values = {**form.values, **(typed or {})}
        sent = {name: value for name, value in values.items() if value is not None}
        url = urljoin(page.url, form.action)
        if form.method == "get":
            return _read(self._client.get(url, params=sent))
        return _read(self._client.post(url, data=sent, files=files or None))

    def press(self, page: Page, button: str, **typed: str | None) -> Page:
        """Press a button, with some fields typed anew."""
        return self.send(page, page.form(button), typed)


def _read(answer: Response) -> Page:
    reader = _PageReader()
    reader.feed(answer.text)
    return Page(
        url=str(answer.url),
        status=answer.status_code,
        text=" ".join(" ".join(reader.texts).split()),
        forms=reader.forms,
        links=reader.links,
        errors=reader.errors,
        rows=reader.rows,
        source=answer.text,
    )


class _PageReader(HTMLParser):
    """What a browser takes from a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.errors: dict[str, str] = {}
        self.rows: list[list[str]] = []
        self._form: Form | None = None
        self._open: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._form = Form(given.get("action") or "", given.get("method") or "get")
            self.forms.append(self._form)
        if tag == "input":
            self._input(given)
        if tag == "select":
            self._select = given.get("name") or ""
        if tag == "option" and self._form is not None and self._is_first_or("selected" in given):
            self._form.values[self._select] = given.get("value") or ""
        if tag == "tr":
            self.rows.append([])
        if tag not in _VOID:
            self._open.append((tag, given, []))

    def handle_data(self, data: str) -> None:
        for _, _, texts in self._open:
            texts.append(data)
        if not any(tag in {"style", "script", "title", "textarea"} for tag, _, _ in self._open):
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            opened, given, texts = self._open.pop()
            self._closed(opened, given, texts)
            if opened == tag:
                break
        if tag == "form":
            self._form = None

    def _is_first_or(self, selected: bool) -> bool:  # noqa: FBT001 - reads as a sentence where it is called
        return selected or (self._form is not None and self._select not in self._form.values)

    def _input(self, given: dict[str, str | None]) -> None:
        name = given.get("name")
        if self._form is None or name is None:
            return
        if given.get("type") not in {"checkbox", "file"} or "checked" in given:
            self._form.values[name] = given.get("value") or ""

    def _closed(self, tag: str, given: dict[str, str | None], texts: list[str]) -> None:
        text = " ".join("".join(texts).split())
        if tag == "textarea" and self._form is not None:
            self._form.values[given.get("name") or ""] = "".join(texts).removeprefix("\n")
        if tag == "button" and self._form is not None:
            self._form.buttons.append(given.get("aria-label") or text)
        if tag == "a":
            self.links[text] = given.get("href") or ""
        if tag in {"td", "th"}:
            self.rows[-1].append(text)
        if "field-error" in (given.get("class") or ""):
            self.errors[(given.get("id") or "").removesuffix("-error")] = text
