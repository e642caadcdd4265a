"""Platforms that register themselves, keys that change, addresses that are not asked, and roles."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from sqlalchemy.orm import Session

from grader.records import replace
from submissions.connect.lms import answers, keys, logins, platforms, registration
from submissions.connect.lms.logins import LoginRequest
from submissions.connect.lms.registration import RegisteredPlatform
from submissions.connect.lms.vocabulary import SCORE, TOOL, role_of
from submissions.errors import AlreadyThere, LaunchRefused, NotAllowed, PlatformFailed, Unusable
from submissions.outward.openid.outward import Internet, OutwardAnswer, OutwardRequest, Unreachable, converse
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import LmsPlatform, PlatformState, Role
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.learning_platform import INSTRUCTOR, ISSUER, LEARNER, ORIGIN, draft, registered

SUB_ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant"
INSTITUTION = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"
LATER = timedelta(days=1)


@pytest.fixture
def session(sqlite_url: str) -> Iterator[Session]:
    database = Database(sqlite_url)
    with database.begin() as opened:
        yield opened
    database.close()


class Registrar:
    """The registration service of a platform."""

    def __init__(self, *answered: Any) -> None:
        self.answered = list(answered)
        self.asked: list[OutwardRequest] = []

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        self.asked.append(request)
        given = self.answered.pop(0)
        if given is None:
            raise Unreachable
        return OutwardAnswer(200, body=given if isinstance(given, bytes) else json.dumps(given).encode())


CONFIGURATION = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/auth",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/certs",
    "registration_endpoint": f"{ISSUER}/register",
    "https://purl.imsglobal.org/spec/lti-platform-configuration": {"product_family_code": "moodle"},
}
GRANTED = {"client_id": "abc", "scope": SCORE, TOOL: {"deployment_id": "3"}}


def registered_by(registrar: Registrar, configuration: str, token: str = "") -> RegisteredPlatform:
    return converse(registrar, registration.register(configuration, token, origin=ORIGIN, description="x"))


def test_a_platform_registers_itself_and_waits(session: Session) -> None:
    registrar = Registrar(CONFIGURATION, GRANTED)
    found = registered_by(registrar, f"{ISSUER}/conf", "once")
    told = json.loads(registrar.asked[1].body or b"")
    assert [each.headers["Authorization"] for each in registrar.asked] == ["Bearer once"] * 2
    assert (told["token_endpoint_auth_method"], told["redirect_uris"]) == (
        "private_key_jwt",
        [f"{ORIGIN}/lti/launch"],
    )
    assert told[TOOL]["domain"] == "grader.example.edu"

    def by_itself(**other: Any) -> PlatformState:
        given = replace(found.draft, **other)
        made = platforms.register_itself(
            session, given, product=found.product, scopes=found.scopes, private=False, now=NOW
        )
        return PlatformState(made.state)

    assert by_itself() is PlatformState.PENDING
    (platform,) = platforms.listed(session, OPERATOR)
    assert (platform.name, platform.scopes) == ("Moodle (lms.example.edu)", [SCORE])
    assert [each.approved for each in platforms.deployments(session, platform.id)] == [False]

    platforms.set_state(session, OPERATOR, platform.id, PlatformState.ACTIVE, now=NOW)
    assert by_itself(deployment_id="4") is PlatformState.ACTIVE
    with pytest.raises(AlreadyThere):
        by_itself(jwks_url="https://evil.example.com/certs")
    assert platform.jwks_url == f"{ISSUER}/certs"
    approved = {each.deployment_id: each.approved for each in platforms.deployments(session, platform.id)}
    assert approved == {"3": True, "4": False}


def test_a_stranger_who_registers_changes_nothing_of_a_platform_that_is_known(session: Session) -> None:
    def by_stranger(**other: Any) -> None:
        given = {"deployment_id": "evil", **other}
        platforms.register_itself(
            session, draft(**given), product="canvas", scopes=[], private=False, now=NOW + LATER
        )

    found = registered_by(Registrar(CONFIGURATION, GRANTED), f"{ISSUER}/conf")
    given = replace(draft(), name=found.draft.name)
    known = platforms.register_itself(
        session, given, product="moodle", scopes=[SCORE], private=False, now=NOW
    )

    for state in (PlatformState.PENDING, PlatformState.ACTIVE, PlatformState.DISABLED):
        known.state = state
        with pytest.raises(AlreadyThere):
            by_stranger(jwks_url="https://evil.example.com/certs")
        by_stranger(name="Ours", origins=("https://evil.example.com",))
        with pytest.raises(Unusable):
            by_stranger(deployment_id="x" * 256)
        assert (known.product, known.scopes, known.jwks_url) == ("moodle", [SCORE], f"{ISSUER}/certs")
        assert (known.name, known.origins) == ("Moodle (lms.example.edu)", [ISSUER])

    known.state = PlatformState.PENDING
    for state in (PlatformState.ACTIVE, PlatformState.DISABLED, PlatformState.ACTIVE):
        platforms.set_state(session, OPERATOR, known.id, state, now=NOW)
    approved = {each.deployment_id: each.approved for each in platforms.deployments(session, known.id)}
    assert approved == {"7": True, "evil": False}
    for number in range(19):
        by_stranger(deployment_id=f"more {number}")
    with pytest.raises(AlreadyThere):
        by_stranger(deployment_id="one too many")


def test_a_registration_tells_whose_address_it_came_from() -> None:
    registrar = Registrar(CONFIGURATION, GRANTED)
    found = registered_by(registrar, "https://evil.example.com/c")
    assert found.draft.name == "Moodle (lms.example.edu · evil.example.com)"


def begun(session: Session, client_id: str = "") -> str:
    """Where a launch leads; the reason of the refusal where it leads nowhere."""
    asked = LoginRequest(issuer=ISSUER, login_hint="3", client_id=client_id)
    try:
        return logins.begin(session, asked, redirect_uri=f"{ORIGIN}/lti/launch", now=NOW).address
    except LaunchRefused as error:
        return error.reason


def waiting(session: Session, number: int, *, now: datetime = NOW, **other: Any) -> LmsPlatform:
    """A registration that waits for an operator."""
    given = draft(client_id=f"stranger-{number}", **other)
    return platforms.register_itself(session, given, product="", scopes=[], private=False, now=now)


def test_a_registration_that_waits_takes_no_part_in_launches(session: Session) -> None:
    ours = registered(session, NOW)
    stranger = waiting(session, 1)
    assert f"client_id={ours.client_id}" in begun(session)
    assert begun(session, "stranger-1") == "platform-pending"
    platforms.set_state(session, OPERATOR, stranger.id, PlatformState.DISABLED, now=NOW)
    assert f"client_id={ours.client_id}" in begun(session)
    platforms.set_state(session, OPERATOR, stranger.id, PlatformState.ACTIVE, now=NOW)
    assert begun(session) == "unclear-platform"
    platforms.set_state(session, OPERATOR, ours.id, PlatformState.DISABLED, now=NOW)
    assert "client_id=stranger-1" in begun(session)


def test_registrations_that_wait_are_few_and_end(session: Session) -> None:
    def refused(number: int, **other: Any) -> bool:
        try:
            waiting(session, number, **other)
        except PlatformFailed as error:
            return error.reason == "too-many-waiting"
        return False

    assert [refused(number) for number in range(5)] == [False] * 3 + [True] * 2
    others = [refused(number, issuer=f"https://lms-{number}.example.edu") for number in range(60)]
    assert others == [False] * 47 + [True] * 13
    known = platforms.find(session, ISSUER, "stranger-0")
    assert known is not None
    platforms.set_state(session, OPERATOR, known.id, PlatformState.ACTIVE, now=NOW)
    waiting(session, 99, now=NOW + timedelta(days=14), deployment_id="1")
    assert [each.client_id for each in platforms.listed(session, OPERATOR)] == ["stranger-0", "stranger-99"]


@pytest.mark.parametrize(
    "issuer", ["https://*", "https://lms.example.edu; script-src *", "https://a.example.edu *", "https://[x"]
)
def test_an_issuer_writes_no_policy_of_browsers(session: Session, issuer: str) -> None:
    said = {**CONFIGURATION, "issuer": issuer}
    found = registered_by(Registrar(said, GRANTED), f"{ISSUER}/c").draft
    made = platforms.register_itself(session, found, product="", scopes=[], private=False, now=NOW)
    assert made.origins == [ISSUER]


@pytest.mark.parametrize(
    ("answered", "reason"),
    [([None], "unreachable"), ([b"<html>"], "not-a-configuration"), ([CONFIGURATION, b"no"], "refused")],
)
def test_a_registration_that_fails_says_why(answered: list[Any], reason: str) -> None:
    with pytest.raises(PlatformFailed) as error:
        registered_by(Registrar(*answered), f"{ISSUER}/c")
    assert error.value.reason == reason


def test_only_operators_register_and_only_what_can_be_asked(session: Session) -> None:
    student = classroom.person(session, "student")
    with pytest.raises(NotAllowed):
        registered(session, NOW, Caller(student.id))
    for name, value in {
        "token_url": "http://lms.example.edu/token",
        "jwks_url": "https://user:password@lms.example.edu/",
        "authorization_url": "https://lms.example.edu/#x",
        "origins": ("https://lms.example.edu/path",),
        "issuer": "",
    }.items():
        with pytest.raises(Unusable) as error:
            platforms.register(session, OPERATOR, draft(**{name: value}), now=NOW)
        assert error.value.field == name
    with pytest.raises(Unusable):
        platforms.register(session, OPERATOR, draft(origins=("https://*.edu",)), now=NOW)
    made = platforms.register(session, OPERATOR, draft(origins=("https://*.lms.example.edu",)), now=NOW)
    assert made.origins == [ISSUER, "https://*.lms.example.edu"]
    with pytest.raises(AlreadyThere):
        registered(session, NOW)


def test_keys_overlap_when_they_change(session: Session) -> None:
    def kids(at: timedelta) -> list[str]:
        return [key["kid"] for key in keys.published(session, now=NOW + at)["keys"]]

    keys.ensure(session, now=NOW)
    (first,) = kids(timedelta(0))
    assert "d" not in keys.published(session, now=NOW)["keys"][0]
    second = keys.rotate(session, now=NOW).kid
    assert kids(timedelta(0)) == [second, first]
    assert signed_by(session, timedelta(hours=23)) == first
    assert signed_by(session, timedelta(hours=25)) == second
    assert kids(timedelta(days=7)) == [second, first]
    assert kids(timedelta(days=9)) == [second]
    third = keys.rotate(session, at_once=True, now=NOW).kid
    assert kids(timedelta(0)) == [third]


def signed_by(session: Session, at: timedelta) -> str:
    token = keys.sign(session, {"a": 1}, now=NOW + at)
    head = token.partition(".")[0]
    kid: str = json.loads(base64.urlsafe_b64decode(head + "=="))["kid"]
    return kid


@pytest.mark.parametrize(
    ("roles", "role"),
    [
        ([INSTRUCTOR, SUB_ROLE], Role.ASSISTANT),
        ([LEARNER, INSTRUCTOR], Role.INSTRUCTOR),
        (["Learner"], Role.STUDENT),
        ([LEARNER, INSTITUTION], Role.STUDENT),
        ([INSTITUTION], None),
        (["http://evil.example.com/membership#Instructor", "instructor"], None),
    ],
)
def test_roles_go_by_precedence(roles: list[str], role: Role | None) -> None:
    assert role_of(roles) is role


@contextmanager
def answering(how: str) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if how == "drips":
                for _ in range(20):
                    time.sleep(0.1)
                    try:
                        self.wfile.write(b"H")
                    except OSError:
                        return
            self.send_response(302 if how == "redirects" else 200)
            self.send_header("Location", "http://169.254.169.254/")
            self.end_headers()
            self.wfile.write(b"x" * (3_000_000 if how == "floods" else 3))

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_a_request_is_bounded_in_time_and_size_and_goes_nowhere_else() -> None:
    asks = Internet(private=True, seconds=0.5)
    with answering("redirects") as url:
        assert asks.send(OutwardRequest("GET", url)).status == 302
        with pytest.raises(Unreachable, match="address"):
            Internet().send(OutwardRequest("GET", url.replace("http:", "https:")))
    for how in ("drips", "floods"):
        with answering(how) as url, pytest.raises(Unreachable):
            asks.send(OutwardRequest("GET", url))


@pytest.mark.parametrize(
    ("answer", "tried"),
    [
        (["127.0.0.1"], 0),
        (["93.184.216.34", "10.0.0.1"], 0),
        ([f"93.184.216.{each}" for each in range(50)], 3),
        ([], 0),
    ],
)
def test_a_name_is_looked_at_before_anything_is_connected_and_does_not_keep_us(
    answer: list[str], tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected: list[Any] = []

    def resolves(name: str, *_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", (each, 443)) for each in ([name] if name in answer else answer)]

    def connects(_: Any, where: Any) -> None:
        connected.append(where)
        raise TimeoutError

    monkeypatch.setattr("socket.getaddrinfo", resolves)
    monkeypatch.setattr("socket.socket.connect", connects)
    with pytest.raises(Unreachable):
        Internet().send(OutwardRequest("GET", "https://lms.example.edu/certs"))
    assert len(connected) == tried


def test_a_pause_is_as_long_as_a_platform_asks_and_an_hour_at_most() -> None:
    def seconds(header: str, failures: int = 0) -> float:
        answer = OutwardAnswer(429, {"retry-after": header} if header else {})
        return answers.pause(answer, failures, now=NOW).total_seconds()

    assert [seconds("90"), seconds("99999999999"), seconds("Mon, 23 Nov 2026 12:02:00 GMT")] == [
        90,
        3600,
        120,
    ]
    assert [seconds("soon"), seconds("", 1), seconds("", 99)] == [15, 30, 3600]


@pytest.mark.parametrize("name", ["authorization_url", "token_url", "jwks_url"])
@pytest.mark.parametrize(
    "url", ["https://*.example.edu/a", "https://*/a", "https://*:444/", "https://lms.*/a"]
)
def test_an_endpoint_is_of_one_host(session: Session, name: str, url: str) -> None:
    """With a star, it would stand for every host of a domain wherever its origin is compared."""
    changed: dict[str, Any] = {name: url}
    with pytest.raises(Unusable, match="not-an-address"):
        platforms.register(session, OPERATOR, replace(draft(), **changed), now=NOW)
