"""Nothing of anybody goes unencrypted over a network, unless somebody says that it may."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic import HttpUrl

from api.web.origin import check, is_this_machine, origin
from submissions.operating.service import Service
from submissions.operating.settings import Settings, SettingsWrong
from submissions.tables import Person
from tests.api.web.conftest import WORDS, with_settings
from tests.world.browser import Browser, browser

PUBLIC = HttpUrl("https://grader.example.edu")
PLAIN, PREFIXED = "backgrade", "__Host-backgrade"


@contextmanager
def visiting(service: Service, base_url: str, address: str = "192.0.2.7", **given: Any) -> Iterator[Browser]:
    with browser(with_settings(service, **given), base_url, address) as opened:
        yield opened


@pytest.mark.parametrize(
    "host", ["grader.example.edu", "192.0.2.1", "localhost.example.edu", "10.0.0.1:8000"]
)
def test_plain_http_over_a_network_is_refused(service: Service, host: str) -> None:
    with visiting(service, f"http://{host}") as there:
        assert there.open("/sign-in").status == 403
        assert "not encrypted" in there.open("/sign-in").text
        refused = there.client.get("/api/v1/courses", headers={"Authorization": "Bearer x"})

    assert refused.status_code == 403
    assert refused.json()["type"] == "/problems/plain-http"


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "127.3.2.1", "[::1]:8000"])
def test_on_this_machine_it_is_not(service: Service, host: str) -> None:
    with visiting(service, f"http://{host}") as there:
        assert there.open("/sign-in").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/static/x/base.css"])
def test_what_is_no_secret_is_answered(service: Service, path: str) -> None:
    with visiting(service, "http://10.0.0.1") as there:
        assert there.open(path).status == 200


def test_it_can_be_allowed(service: Service) -> None:
    with visiting(service, "http://grader.example.edu", insecure_http=True) as there:
        assert there.open("/sign-in").status == 200


def test_cookies_are_plain_on_this_machine(service: Service, ada: Person) -> None:
    with visiting(service, "http://localhost") as there:
        set_ = there.sign_in(ada.login, WORDS).headers["Set-Cookie"]

    assert set_.startswith(f"{PLAIN}=")
    assert set_.endswith("; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800")


def test_under_https_they_are_bound_to_the_host(service: Service, ada: Person) -> None:
    with visiting(service, "https://grader.example.edu") as there:
        set_ = there.sign_in(ada.login, WORDS).headers["Set-Cookie"]
        assert there.open("/me").status == 200

    assert set_.startswith(f"{PREFIXED}=")
    assert set_.endswith("; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure")


def test_under_https_a_plain_cookie_is_nobodys(service: Service, ada: Person) -> None:
    with visiting(service, "http://localhost") as there:
        there.sign_in(ada.login, WORDS)
        secret = there.cookie()
    with visiting(service, "https://grader.example.edu") as there:
        there.client.cookies.set(PLAIN, str(secret))
        assert there.open("/me").status == 303
        there.client.cookies.set(PREFIXED, str(secret))
        assert there.open("/me").status == 200


def test_behind_a_proxy_that_says_nothing_the_public_address_counts(service: Service) -> None:
    with visiting(service, "http://10.0.0.5:8000", public_url=PUBLIC) as there:
        answer = there.open("/sign-in")
        assert answer.status == 200
        assert answer.headers["Set-Cookie"].startswith("__Host-")
        assert "Strict-Transport-Security" in answer.headers


def test_a_form_may_come_from_the_public_address(service: Service) -> None:
    with visiting(service, "http://10.0.0.5:8000", public_url=PUBLIC) as there:
        page = there.open("/sign-in")
        token = page.token
        cookie = page.headers["Set-Cookie"].partition(";")[0]

        def sent(from_: str) -> int:
            headers = {"Origin": from_, "Cookie": cookie}
            data = {"csrf": token, "login": "x"}
            return there.client.post("/sign-in", data=data, headers=headers).status_code

        assert sent("https://grader.example.edu") == 401
        assert sent("https://evil.example") == 403


def test_only_a_trusted_proxy_is_believed(service: Service) -> None:
    proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.9"}

    for address, status in (("10.0.0.2", 200), ("192.0.2.7", 403)):
        given = {"trusted_proxies": "10.0.0.0/24, 10.1.0.1"}
        with visiting(service, "http://grader.example.edu", address, **given) as there:
            assert there.open("/sign-in", **proxied).status == status


def test_nobody_is_believed_where_no_proxy_is_trusted(service: Service) -> None:
    with visiting(service, "http://grader.example.edu", "127.0.0.1") as there:
        assert there.open("/sign-in", **{"X-Forwarded-Proto": "https"}).status == 403


def test_behind_a_trusted_proxy_plain_http_is_still_refused(service: Service) -> None:
    given = {"trusted_proxies": "10.0.0.2", "public_url": PUBLIC}
    with visiting(service, "http://grader.example.edu", "10.0.0.2", **given) as there:
        assert there.open("/sign-in", **{"X-Forwarded-Proto": "http"}).status == 403
        assert there.open("/sign-in", **{"X-Forwarded-Proto": "https"}).status == 200


def test_tries_count_for_who_is_behind_the_proxy(service: Service, ada: Person) -> None:
    given = {"trusted_proxies": "10.0.0.2", "public_url": PUBLIC}
    with visiting(service, "https://grader.example.edu", "10.0.0.2", **given) as there:
        there.client.headers["X-Forwarded-For"] = "198.51.100.9"
        tried = [there.sign_in(ada.login, "not the one").status for _ in range(6)]
        there.client.headers["X-Forwarded-For"] = "198.51.100.9, 203.0.113.5"
        other = there.sign_in(ada.login, "not the one").status

    assert tried == [401] * 5 + [429]
    assert other == 401


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "grader.example.edu"])  # noqa: S104 - refused
def test_no_service_listens_to_the_network_by_mistake(host: str) -> None:
    with pytest.raises(SettingsWrong, match="BACKGRADE_INSECURE_HTTP"):
        check(Settings(), host)

    check(Settings(insecure_http=True), host)
    check(Settings(public_url=PUBLIC), host)
    check(Settings(trusted_proxies="10.0.0.2"), host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_on_this_machine_nothing_has_to_be_set(host: str) -> None:
    check(Settings(), host)


def test_what_is_this_machine() -> None:
    assert is_this_machine("app.localhost")
    assert not is_this_machine("localhost.")
    assert not is_this_machine("")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), "http://127.0.0.1:8000"),
        (Settings(host="::1", port=80), "http://[::1]:80"),
        (Settings(public_url=PUBLIC), "https://grader.example.edu"),
    ],
)
def test_where_people_reach_it(settings: Settings, expected: str) -> None:
    assert origin(settings) == expected
