"""A learning platform of another site shows us in a frame of a real browser: with cookies and without."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Route

from grader.sandbox.embedded import Embedded
from submissions.connect.lms.vocabulary import CLAIM
from submissions.outward.openid.outward import OutwardRequest
from tests.world.learning_platform import CLIENT, INSTRUCTOR, LearningPlatform, registered
from tests.world.lms.quirks import Quirks
from tests.world.serving import serving

TEACHER = {"sub": "teacher", f"{CLAIM}roles": [INSTRUCTOR], "name": "Grace Hopper"}


_LISTENING = """<!doctype html><title>waits</title>
<script>addEventListener("message", event => document.title = event.data.subject)</script>"""
_KEEPING = """<script>
const kept = {};
addEventListener("message", ({ data, origin, source }) => {
  if (data.subject === "lti.put_data") kept[data.key] = data.value;
  const { key, message_id, subject } = data;
  source.postMessage({ subject: `${subject}.response`, message_id, key, value: kept[key] }, origin);
});
</script>"""
_COURSES = {
    "/course": ("", ""),
    "/course-that-keeps": (_KEEPING, "_parent"),
    "/course-with-a-keeper": ('<iframe name=keeper src="{keeper}/keeper" hidden></iframe>', "keeper"),
    "/course-that-keeps-nothing": ("", "_parent"),
}
"""By path, what else is on a page with our frame, and where it says that values are kept for us."""
_OPENED = {
    "/frame": '<iframe src="{url}" width=850 height=700></iframe>',
    "/tab": '<a href="{url}" target="_blank" rel="opener">Register</a>',
}
"""By path, how a page of the platform opens our registration."""


@contextmanager
def campus(platform: LearningPlatform, port: int, ours: str, issuer: str) -> Iterator[None]:
    """The platform on a port: a course with us in a frame, the way to sign in, its keys."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path in _OPENED:
                url = escape(f"{ours}/lti/register?{urlencode(platform.registrar.open())}")
                self._send(f"{_LISTENING}{_OPENED[parts.path].format(url=url)}".encode(), "text/html")
            elif parts.path in _COURSES:
                more, keeper = _COURSES[parts.path]
                login = {"iss": issuer, "client_id": CLIENT, "login_hint": "3"}
                kept = {"lti_storage_target": keeper} if keeper else {}
                frame = "<iframe name=tool width=850 height=700></iframe>"
                self._answer(
                    more.replace("{keeper}", issuer) + frame, f"{ours}/lti/login", login | kept, "tool"
                )
            elif parts.path == "/keeper":
                self._send(_KEEPING.encode(), "text/html")
            elif parts.path == "/auth":
                token = platform.signed(platform.claims(asked["nonce"], TEACHER))
                self._answer("", asked["redirect_uri"], {"state": asked["state"], "id_token": token}, "_self")
            else:
                answer = platform.send(OutwardRequest("GET", f"{issuer}{self.path}"))
                self._send(answer.body, "application/json")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            given = {name: self.headers.get(name, "") for name in ("Authorization", "Content-Type")}
            answer = platform.send(OutwardRequest("POST", f"{issuer}{self.path}", given, body))
            self._send(answer.body, "application/json")

        def _answer(self, before: str, to: str, fields: dict[str, str], target: str) -> None:
            inputs = "".join(f'<input name="{name}" value="{escape(text)}">' for name, text in fields.items())
            form = f'<form id=f method=post action="{to}" target="{target}" hidden>{inputs}</form>'
            self._send(f"<!doctype html>{before}{form}<script>f.submit()</script>".encode(), "text/html")

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@dataclass(frozen=True)
class Framed:
    """A platform of one site that is registered at our service on another."""

    issuer: str
    ours: str
    school: str
    """Of its pages that are not where it signs people in."""

    def page(self, course: str) -> str:
        """The address of one of its courses."""
        return f"{self.school if course == 'course-with-a-keeper' else self.issuer}/{course}"


@pytest.fixture
def framed(sandbox: Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Framed]:
    port, theirs, pages = free_port(), free_port(), free_port()
    ours, issuer, school = (
        f"http://127.0.0.1:{port}",
        *(f"http://localhost:{each}" for each in (theirs, pages)),
    )
    monkeypatch.setenv("BACKGRADE_PUBLIC_URL", ours)
    monkeypatch.setenv("BACKGRADE_PRIVATE_PLATFORMS", "1")
    quirks = Quirks(site=issuer)
    platform = LearningPlatform(lambda: datetime.now(UTC), quirks, ours=ours)
    with (
        serving(tmp_path, sandbox, port=port) as served,
        campus(platform, theirs, ours, issuer),
        campus(platform, pages, ours, issuer),
    ):
        with served.service.database.begin() as session:
            now = served.service.now()
            registered(session, now, quirks=quirks, private=True, origins=(school,))
        yield Framed(issuer, ours, school)


def without_cookies(route: Route) -> None:
    """The answer, as a browser that keeps no cookies in frames has it."""
    answer = route.fetch(max_redirects=0)
    kept = {name: value for name, value in answer.headers.items() if name.lower() != "set-cookie"}
    route.fulfill(status=answer.status, headers=kept, body=answer.body())


def test_a_frame_of_another_site_keeps_a_session_or_opens_a_tab(browser: Browser, framed: Framed) -> None:
    context = browser.new_context()
    context.add_cookies(
        [{"name": "plain", "value": "1", "url": framed.ours, "sameSite": "None", "secure": True}]
    )
    page = context.new_page()
    with page.expect_response("**/lti/go?*") as seen:
        page.goto(framed.page("course"))
    sent = seen.value.request.all_headers()["cookie"]
    assert ("backgrade-launch-" in sent, "plain" in sent) == (True, False)  # third-party cookies are blocked
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Create and connect").click()
    frame.get_by_role("link", name="Go to the course").click()
    frame.get_by_role("link", name="Grades").click()
    frame.get_by_role("heading", name="Gradebook").wait_for()
    (cookie,) = [each for each in context.cookies() if each["name"] == "backgrade-frame"]
    assert (cookie["sameSite"], cookie["secure"], cookie["httpOnly"]) == ("None", True, True)
    header = frame.locator("header.site").bounding_box()
    assert header is not None
    assert header["height"] <= 50, "the header folds in a frame"
    frame.get_by_text("Menu", exact=True).click()
    frame.get_by_role("link", name="Try it").wait_for()
    with context.expect_page() as opened:
        frame.get_by_role("button", name="Open in a new tab").click()
    opened.value.get_by_role("heading", name="Gradebook").wait_for()
    context.close()

    blocked = browser.new_context()
    blocked.route("**/lti/login", without_cookies)
    page = blocked.new_page()
    page.goto(framed.page("course"))
    with blocked.expect_page() as opened:
        page.frame_locator("iframe").get_by_role("button", name="Open in a new tab").click()
    opened.value.wait_for_url(f"{framed.ours}/lms/activities/**")
    blocked.close()

    stranger = browser.new_context().new_page()
    stranger.set_content(f'<iframe src="{framed.ours}/"></iframe>')
    stranger.wait_for_timeout(500)
    assert stranger.frames[1].url.startswith("chrome-error:")
    stranger.context.close()


@pytest.mark.parametrize("course", ["course-that-keeps", "course-with-a-keeper"])
def test_a_frame_without_cookies_comes_in_by_what_the_platform_keeps(
    browser: Browser, framed: Framed, course: str
) -> None:
    context = browser.new_context()
    context.route("**/lti/login", without_cookies)
    page = context.new_page()
    page.goto(framed.page(course))
    with context.expect_page() as opened:
        page.frame_locator("iframe[name=tool]").get_by_role("link", name="Open", exact=True).click()
    opened.value.get_by_role("button", name="Create and connect").wait_for()
    context.close()


def test_a_platform_that_offers_to_keep_values_and_does_not_keeps_nobody_out(
    browser: Browser, framed: Framed
) -> None:
    blocked = browser.new_context()
    blocked.route("**/lti/login", without_cookies)
    page = blocked.new_page()
    page.goto(framed.page("course-that-keeps-nothing"))
    with blocked.expect_page() as opened:
        page.frame_locator("iframe").get_by_role("button", name="Open in a new tab").click()
    opened.value.get_by_role("button", name="Create and connect").wait_for()
    blocked.close()

    context = browser.new_context()
    page = context.new_page()
    page.goto(framed.page("course-that-keeps-nothing"))
    page.frame_locator("iframe").get_by_role("button", name="Create and connect").wait_for()
    context.close()


@pytest.mark.parametrize("where", ["frame", "tab"])
def test_an_administrator_sees_the_end_of_a_registration_and_closes_it(
    browser: Browser, sandbox: Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    port, theirs = free_port(), free_port()
    ours, issuer = f"http://127.0.0.1:{port}", f"http://localhost:{theirs}"
    monkeypatch.setenv("BACKGRADE_PUBLIC_URL", ours)
    monkeypatch.setenv("BACKGRADE_PRIVATE_PLATFORMS", "1")
    quirks = Quirks(site=issuer, product="moodle", takes_updates=True)
    platform = LearningPlatform(lambda: datetime.now(UTC), quirks, ours=ours)
    with serving(tmp_path, sandbox, port=port), campus(platform, theirs, ours, issuer):
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{issuer}/{where}")
        shown: FrameLocator | Page = page.frame_locator("iframe")
        if where == "tab":
            with context.expect_page() as opened:
                page.get_by_role("link", name="Register").click()
            shown = opened.value
        shown.get_by_role("button", name="Close this page").click()
        page.wait_for_function("document.title === 'org.imsglobal.lti.close'")

        page.goto(f"{issuer}/course")
        page.frame_locator("iframe").get_by_text("not approved yet").first.wait_for()
        context.close()
