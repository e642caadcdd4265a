"""One's own account."""

import re
from collections.abc import Callable

import pytest

from submissions.courses.courses import courses
from submissions.operating.service import Service
from submissions.people.access import people, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.tables import Person, Role
from tests.api.web.conftest import WORDS
from tests.world import classroom
from tests.world.browser import Browser

SOME_ID = "01a1febc-f75a-75c0-ab69-42600d438927"
TOKEN = re.compile(r"bg_pat_\w+")
GOOD = {"label": "laptop", "scopes": ["courses:read"], "days": "90", "course": ""}
NEW = {"password": "quite another one"}
PATHS = ["/me", "/me/password", "/me/sessions/end-others", "/me/sessions/end-all", "/me/tokens"]


@pytest.mark.parametrize("path", [*PATHS, f"/me/sessions/{SOME_ID}/end", f"/me/tokens/{SOME_ID}/revoke"])
def test_it_is_nobodys_but_ones_own(here: Browser, path: str) -> None:
    assert here.send("/sign-in", path).status == 401


def test_the_name_and_the_zone_can_be_changed(signed_in: Browser, service: Service, ada: Person) -> None:
    assert signed_in.send("/me", name=" Ada  Lovelace ", zone="Europe/London").status == 303

    with service.database.read() as session:
        found = session.get_one(Person, ada.id)
    assert (found.name, found.zone) == ("Ada Lovelace", "Europe/London")


def test_the_language_of_the_account_comes_before_the_browsers(signed_in: Browser) -> None:
    german = {"Accept-Language": "de"}
    assert signed_in.send("/me", name="Ada", zone="UTC", language="es").status == 303
    chosen = signed_in.open("/me", **german)
    assert signed_in.send("/me", name="Ada", zone="UTC", language="").status == 303
    left_to_the_browser = signed_in.open("/me", **german)

    assert chosen.language == "es"
    assert chosen.headers["Content-Language"] == "es"
    assert chosen.form("Guardar").values["language"] == "es"
    assert left_to_the_browser.language == "en"


@pytest.mark.parametrize("language", ["tlh", "../es", "ES", "e" * 300])
def test_a_language_without_a_catalogue_is_refused(signed_in: Browser, language: str) -> None:
    answer = signed_in.send("/me", name="Ada", zone="UTC", language=language)

    assert answer.status == 422
    assert "language" in answer.errors


@pytest.mark.parametrize(("name", "zone"), [("", "UTC"), ("Ada", "Mars/Olympus"), ("a\x00", "UTC")])
def test_what_cannot_be_used_is_told(signed_in: Browser, name: str, zone: str) -> None:
    answer = signed_in.send("/me", name=name, zone=zone)

    assert answer.status == 422
    assert answer.errors


def test_a_new_password_needs_the_one_before(signed_in: Browser) -> None:
    wrong = signed_in.send("/me", "/me/password", current="not the one", **NEW)

    assert wrong.status == 422
    assert "not your current password" in wrong.text
    assert signed_in.send("/me", "/me/password", **NEW).status == 422
    right = signed_in.send("/me", "/me/password", current=WORDS, **NEW)
    assert right.status == 303
    assert "Your new password is set." in signed_in.open(right.headers["Location"]).text


def test_a_saved_profile_says_so(signed_in: Browser) -> None:
    saved = signed_in.send("/me", name="Ada Byron", zone="UTC")

    assert "Your profile is saved." in signed_in.open(saved.headers["Location"]).text
    assert "is s" not in signed_in.open("/me?done=nothing").text


def test_who_guesses_the_one_before_waits(signed_in: Browser) -> None:
    def guess(current: str) -> int:
        fields = {"current": current, **NEW}
        return signed_in.send("/me", "/me/password", **fields).status

    assert [guess("not the one") for _ in range(5)] == [422] * 5
    assert guess(WORDS) == 429


@pytest.mark.parametrize("password", ["Neural Networks 9", "neuralnetworks!!", "xx-networks-1"])
def test_a_new_password_is_not_the_title_of_a_course(
    signed_in: Browser, service: Service, ada: Person, password: str
) -> None:
    with service.database.begin() as session:
        course = courses.create(
            session, Caller(ada.id, operator=True), "Neural Networks", "UTC", now=service.now()
        )
        assert course.title == "Neural Networks"
    answer = signed_in.send("/me", "/me/password", current=WORDS, password=password)

    assert answer.status == 422
    assert "name" in answer.text


def test_a_new_password_signs_out_everybody_else(signed_in: Browser, visit: Callable[..., Browser]) -> None:
    other = visit()
    other.sign_in("ada", WORDS)
    before = signed_in.cookie()

    signed_in.send("/me", "/me/password", current=WORDS, **NEW)

    assert signed_in.open("/me").status == 200
    assert signed_in.cookie() != before
    assert other.open("/me").status == 303


def test_a_new_password_asks_whether_tokens_are_to_go_and_how_many_there_are(signed_in: Browser) -> None:
    made = [signed_in.send("/me", "/me/tokens", **GOOD).source for _ in range(2)]
    secrets = [TOKEN.findall(each)[0] for each in made]

    def answers() -> list[int]:
        asked = [signed_in.open("/api/v1/me", Authorization=f"Bearer {each}") for each in secrets]
        return [each.status for each in asked]

    assert "Revoke my 2 tokens as well" in signed_in.open("/me").text
    signed_in.send("/me", "/me/password", current=WORDS, **NEW)
    assert answers() == [200, 200]

    fields = {"current": NEW["password"], "password": "a third set of words", "revoke_tokens": "on"}
    signed_in.send("/me", "/me/password", **fields)
    assert answers() == [401, 401]
    assert "Revoke my" not in signed_in.open("/me").text


def test_before_a_new_password_it_says_how_many_browsers_it_signs_out(
    signed_in: Browser, visit: Callable[..., Browser]
) -> None:
    assert "other browser" not in signed_in.open("/me").text
    visit().sign_in("ada", WORDS)

    assert "signs you out in 1 other browser." in signed_in.open("/me").text


def test_browsers_are_listed_and_can_be_signed_out(signed_in: Browser, visit: Callable[..., Browser]) -> None:
    other = visit()
    other.client.headers["User-Agent"] = "<b>Firefox</b>"
    other.sign_in("ada", WORDS)

    page = signed_in.open("/me")
    assert "<b>" not in page.source
    (path,) = set(re.findall(r"/me/sessions/[0-9a-f-]{36}/end", page.source.split("&lt;b&gt;Firefox")[1]))
    signed_in.send("/me", path)

    assert other.open("/me").status == 303
    assert signed_in.open("/me").status == 200


def test_all_but_this_one_or_all_can_be(signed_in: Browser, visit: Callable[..., Browser]) -> None:
    other = visit()
    other.sign_in("ada", WORDS)

    signed_in.send("/me", "/me/sessions/end-others")
    assert (signed_in.open("/me").status, other.open("/me").status) == (200, 303)

    signed_in.send("/me", "/me/sessions/end-all")
    assert signed_in.open("/me").status == 303


def test_a_token_is_shown_once_and_works(signed_in: Browser) -> None:
    made = signed_in.send("/me", "/me/tokens", **GOOD)
    token = TOKEN.findall(made.source)[0]

    assert token not in signed_in.open("/me").source
    assert "laptop" in signed_in.open("/me").text
    assert signed_in.open("/api/v1/courses", Authorization=f"Bearer {token}").status == 200


def test_a_revoked_token_does_not(signed_in: Browser) -> None:
    token = TOKEN.findall(signed_in.send("/me", "/me/tokens", **GOOD).source)[0]
    (path,) = re.findall(r"/me/tokens/[0-9a-f-]{36}/revoke", signed_in.open("/me").source)

    signed_in.send("/me", path)

    answer = signed_in.open("/api/v1/courses", Authorization=f"Bearer {token}")
    assert answer.status == 401
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("label", ""),
        ("scopes", []),
        ("scopes", ["everything"]),
        ("scopes", ["admin"]),
        ("days", ""),
        ("days", "366"),
        ("days", "-1"),
        ("days", "٣"),
        ("course", "x"),
        ("course", SOME_ID),
    ],
)
def test_a_token_that_cannot_be_is_told(signed_in: Browser, field: str, value: object) -> None:
    answer = signed_in.send("/me", "/me/tokens", **{**GOOD, field: value})

    assert answer.status in {403, 404, 422}
    assert answer.errors or answer.soup.select(".notice.bad")
    assert not TOKEN.search(answer.source)


def test_a_token_can_be_for_one_course(signed_in: Browser, service: Service, ada: Person) -> None:
    with service.database.begin() as session:
        course, _ = classroom.course(session)
        people.enrol(session, course.id, ada.id, Role.STUDENT, now=service.now())

    made = signed_in.send("/me", "/me/tokens", **{**GOOD, "course": str(course.id)})

    with service.database.read() as session:
        found = tokens.find(session, TOKEN.findall(made.source)[0], now=service.now())
    assert found.caller.course_id == course.id
    assert found.caller.scopes == frozenset({Scope.COURSES_READ})


def test_only_operators_are_offered_to_run_the_installation(
    signed_in: Browser, service: Service, ada: Person
) -> None:
    assert not signed_in.open("/me").has_field("scopes", "admin")

    with service.database.begin() as session:
        session.get_one(Person, ada.id).operator = True

    assert signed_in.open("/me").has_field("scopes", "admin")
