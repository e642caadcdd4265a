"""Only forms of our own pages are taken."""

import gc
import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.route_walk import READ, every_route
from tests.world.browser import Browser

JOIN = "/join"
FIELDS = {"code": "0000-0000-0000-0000"}
TAKEN = 404  # the code is unknown: so the form was taken


def post(browser: Browser, token: str | None, **headers: str) -> int:
    data = FIELDS if token is None else {**FIELDS, "csrf": token}
    return browser.client.post(JOIN, data=data, headers=headers).status_code


def test_a_form_of_ours_is_taken(here: Browser) -> None:
    assert here.send("/sign-in", JOIN, **FIELDS).status == TAKEN


@pytest.mark.parametrize("token", [None, "", "0" * 64, "é", "\x00"])
def test_without_the_right_token_nothing_is_done(here: Browser, token: str | None) -> None:
    here.open("/sign-in")

    assert post(here, token) == 403


def test_the_token_of_another_browser_is_not_the_right_one(
    here: Browser, visit: Callable[..., Browser]
) -> None:
    other = visit().token("/sign-in")
    here.open("/sign-in")

    assert post(here, other) == 403


def test_without_the_cookie_the_token_is_worth_nothing(here: Browser) -> None:
    token = here.token("/sign-in")
    here.client.cookies.clear()

    assert post(here, token) == 403


def test_what_a_browser_says_of_other_sites_is_believed(here: Browser) -> None:
    token = here.token("/sign-in")

    for site in ("cross-site", "same-site", "none"):
        assert post(here, token, **{"Sec-Fetch-Site": site}) == 403
    assert post(here, token, **{"Sec-Fetch-Site": "same-origin"}) == TAKEN


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:81", ""]
)
def test_an_older_browser_says_the_origin(here: Browser, origin: str) -> None:
    token = here.token("/sign-in")

    assert post(here, token, Origin=origin) == 403
    assert post(here, token, Origin="http://localhost") == TAKEN


def test_who_signs_in_has_other_forms(signed_in: Browser) -> None:
    before = signed_in.token("/me")
    signed_in.client.cookies.clear()
    signed_in.sign_in("ada", "a few good words")

    assert post(signed_in, before) == 403
    assert signed_in.token("/me") != before


def test_a_script_may_send_the_token_as_a_header(here: Browser) -> None:
    token = here.token("/sign-in")

    assert post(here, None, **{"X-CSRF-Token": token}) == TAKEN
    assert post(here, None, **{"X-CSRF-Token": token[::-1]}) == 403


def test_a_form_with_a_file_is_checked_alike(here: Browser) -> None:
    token = here.token("/try")
    file = {"file": ("value.py", b"class Value: ...")}
    fields = {"stage": "core", "how": "file", "name": "value.py"}

    assert here.client.post("/try", data={**fields, "csrf": token}, files=file).status_code == 303
    assert here.client.post("/try", data={**fields, "csrf": "x"}, files=file).status_code == 403
    assert here.client.post("/try", data=fields, files=file).status_code == 403


def test_the_token_may_not_be_a_file(here: Browser) -> None:
    here.open("/sign-in")

    answer = here.client.post(JOIN, data=FIELDS, files={"csrf": ("a", b"b")})

    assert answer.status_code == 403


def test_files_that_nobody_asked_for_are_closed(here: Browser) -> None:
    token = here.token("/sign-in")
    file = {"other": ("large", b"x" * 2_000_000)}

    answer = here.client.post("/try", data={"csrf": token, "stage": "full", "how": "code"}, files=file)

    gc.collect()  # a file left open would warn, and a warning is an error here
    assert answer.status_code == 422


def test_every_form_is_checked_but_where_the_address_is_a_secret(here: Browser) -> None:
    forms = {
        route.path: re.sub(r"\{.*?\}", str(uuid4()), route.path)
        for route in every_route()
        if route.is_page and route.method != READ
    }

    taken = [path for path, to in forms.items() if here.client.post(to).status_code != 403]

    assert taken == ["/unsubscribe/{secret}"]


def test_looking_changes_nothing_and_needs_no_token(here: Browser) -> None:
    assert here.open("/join").status == 200
    assert here.client.head("/join").status_code in {200, 405}


def test_the_interface_for_programs_takes_no_cookie(signed_in: Browser) -> None:
    assert signed_in.open("/me").status == 200

    assert signed_in.open("/api/v1/courses").status == 401
