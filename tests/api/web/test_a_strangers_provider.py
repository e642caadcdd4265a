"""A provider that others wrote, from npm: people sign in there on its own pages, and come in here."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

import httpx2
import pytest
from fastapi.testclient import TestClient

from api.command import main
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from tests.world import npm_provider
from tests.world.application import application
from tests.world.browser import HERE, Browser
from tests.world.pages import Page


@pytest.fixture
def issuer() -> Iterator[str]:
    """The issuer of a provider that runs."""
    if lack := npm_provider.lacking():
        pytest.skip(lack)
    assert npm_provider.NODE is not None
    command = [npm_provider.NODE, str(npm_provider.PROGRAM), f"{HERE}/sign-on/campus/callback"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate()


def signed_in_there(address: str) -> str:
    """Sign in and consent on the pages of the provider; the address to which it sends the browser back."""
    fields = {
        "login": {"prompt": "login", "login": "ada", "password": "any"},
        "consent": {"prompt": "consent"},
    }
    with httpx2.Client() as client:
        answer = client.get(address)
        for _ in range(10):
            if to := answer.headers.get("Location"):
                to = urljoin(str(answer.url), to)
                if to.startswith(HERE):
                    return to
                answer = client.get(to)
                continue
            (action,) = set(re.findall(r'action="([^"]+/interaction/[^"]+|/interaction/[^"]+)"', answer.text))
            kind = "login" if 'name="login"' in answer.text else "consent"
            answer = client.post(urljoin(str(answer.url), action), data=fields[kind])
    raise AssertionError("it leads nowhere")


def test_a_strangers_provider_and_we_understand_each_other(
    issuer: str,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("BACKGRADE_PRIVATE_PLATFORMS", "true")
    secret = tmp_path / "secret"
    secret.write_text("a-secret-of-both\n", encoding="utf-8")
    command = ["sign-on", "add", "campus", "--name", "Campus", "--issuer", issuer, "--client-id", "backgrade"]
    assert main([*command, "--secret-file", str(secret), "--email-domain", "example.edu"]) == 0
    assert "/sign-on/campus/callback" in capsys.readouterr().out

    with closing(Database(sqlite_url)) as database:
        settings = Settings(data_dir=tmp_path, private_platforms=True)
        app = application(Service(settings, database))

        def coming_in() -> tuple[Browser, Page]:
            browser = Browser(TestClient(app, base_url=HERE, follow_redirects=False))
            page = browser.open("/sign-in?next=/me")
            (link,) = [each["href"] for each in page.soup.select('a[href^="/sign-on/campus"]')]
            back = signed_in_there(browser.open(str(link)).headers["Location"])
            return browser, browser.open(back)

        browser, answer = coming_in()
        assert answer.headers["Location"] == "/newcomer"
        page = browser.open("/newcomer")
        assert "Campus says that you are ada@example.edu." in page.text
        assert browser.press(page, "Create account").headers["Location"] == "/me"
        assert "ada of elsewhere" in browser.open("/me").text

        again, answer = coming_in()
        assert answer.headers["Location"] == "/me"
        out = again.send("/me", "/sign-out")
        left = again.open(out.headers["Location"])
        assert f"{issuer}/session/end?client_id=backgrade" in left.source
