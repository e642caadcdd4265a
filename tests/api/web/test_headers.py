"""What every answer says to browsers."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from tests.world.browser import Browser

PATHS = ["/", "/sign-in", "/no-such-page", "/api/v1/openapi.json", "/api/v1/nothing", "/healthz"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_keeps_pages_to_themselves(here: Browser, path: str) -> None:
    headers = here.open(path).headers

    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_pages_are_not_kept_by_caches(signed_in: Browser) -> None:
    assert signed_in.open("/me").headers["Cache-Control"] == "no-store"


def test_files_that_never_change_are(here: Browser) -> None:
    page = here.open("/").source
    sheet = next(part for part in page.split('"') if part.startswith("/static/") and "base.css" in part)

    assert "immutable" in here.open(sheet).headers["Cache-Control"]


def test_only_https_is_asked_for_again(here: Browser, visit: Callable[..., Browser]) -> None:
    assert "Strict-Transport-Security" not in here.open("/").headers
    encrypted = visit(base_url="https://grader.example.edu")
    assert encrypted.open("/").headers["Strict-Transport-Security"] == "max-age=31536000"


def test_our_own_failures_have_them_too(app: FastAPI, here: Browser) -> None:
    @app.get("/fails")
    def fails() -> None:
        message = "of ours"
        raise RuntimeError(message)

    answer = here.open("/fails")

    assert answer.status == 500
    assert "of ours" not in answer.source
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"]


def test_what_is_too_large_has_them_too(here: Browser) -> None:
    answer = here.client.post("/sign-in", content=b"x" * (12 * 1024 * 1024))

    assert answer.status_code == 413
    assert answer.headers["Content-Security-Policy"]
