"""A learning platform that is strict: it takes nothing that a real one may refuse, and can misbehave."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from sqlalchemy.orm import Session

from submissions.connect.lms import platforms
from submissions.connect.lms.platforms import PlatformDraft
from submissions.connect.lms.vocabulary import (
    CLAIM,
    GRADES,
    LAUNCH,
    LINE_ITEM,
    LINE_ITEM_READ,
    MEMBERS,
    RESULT,
    ROSTER,
    SCOPES,
    SCORE,
)
from submissions.outward import outbox
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest, Unreachable
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, LmsAccount, LmsContext, LmsDeepLink, LmsLink, LmsPlatform
from tests.world.classroom import OPERATOR
from tests.world.lms import classlist, registrar
from tests.world.lms.answers import as_json
from tests.world.lms.choosing import Choosing
from tests.world.lms.classlist import Classlist
from tests.world.lms.gradebook import PlatformGradebook
from tests.world.lms.quirks import INSTRUCTOR, LEARNER, SITE, Quirks
from tests.world.lms.registrar import Registrar

__all__ = ["INSTRUCTOR", "LEARNER"]

ORIGIN = "https://grader.example.edu"
"""Where people reach us."""
ISSUER = SITE
CLIENT = "client-1"
_PLAIN = Quirks()
_COLUMN = {"label": "Homework", "scoreMaximum": 100}


@cache
def rsa(name: str) -> RSAKey:
    """A key of somebody; the same whenever it is asked for in this process."""
    return RSAKey.generate_key(2048, {"kid": name})


def draft(quirks: Quirks = _PLAIN, /, **other: Any) -> PlatformDraft:
    """What an operator types."""
    usual = {
        "name": "Example LMS",
        "issuer": quirks.issuer,
        "client_id": CLIENT,
        "authorization_url": quirks.url(quirks.authorization),
        "token_url": quirks.url(quirks.oauth),
        "jwks_url": quirks.url(quirks.key_set),
        "audience": quirks.audience,
        "deployment_id": "7",
    }
    return PlatformDraft(**{**usual, **other})


def registered(
    session: Session,
    now: datetime,
    caller: Caller = OPERATOR,
    *,
    quirks: Quirks = _PLAIN,
    private: bool = False,
    **other: Any,
) -> LmsPlatform:
    """The platform, as an operator registered it."""
    return platforms.register(session, caller, draft(quirks, **other), private=private, now=now)


def connected(
    session: Session,
    mark: str,
    to: Assignment,
    teacher_id: UUID,
    students: Mapping[str, UUID],
    *,
    now: datetime,
    **other: Any,
) -> dict[str, UUID]:
    """A platform with two courses, by the names that routes give their ids.

    One of them leads to the course of an assignment, and one waits for its teacher.
    """
    platform = registered(session, now, name=mark, issuer=f"https://{mark}.example.edu".lower(), **other)
    (deployment,) = platforms.deployments(session, platform.id)
    here, waits = (
        LmsContext(
            deployment_id=deployment.id,
            context_id=f"{mark} {number}",
            title=f"{mark} there",
            course_id=leads,
            teacher_id=teacher_id,
            created_at=now,
        )
        for number, leads in enumerate((to.course_id, None))
    )
    for sub, person_id in students.items():
        session.add(LmsAccount(platform_id=platform.id, sub=sub, person_id=person_id, created_at=now))
    session.add_all([here, waits])
    session.flush()
    link = LmsLink(
        lms_context_id=here.id,
        link_id=mark,
        title=f"{mark} activity",
        assignment_id=to.id,
        created_at=now,
    )
    choice = LmsDeepLink(
        lms_context_id=here.id,
        person_id=teacher_id,
        settings={"return_url": f"{ISSUER}/return", "links": True, "several": True},
        expires_at=now + timedelta(days=1),
    )
    session.add_all([link, choice])
    outbox.send_grades(session, to.id, now=now)
    return {"context_id": waits.id, "link_id": link.id, "choice_id": choice.id}


@dataclass
class LearningPlatform:
    """It answers us, and signs who it sends. What it does differently from others are its quirks."""

    now: Callable[[], datetime]
    quirks: Quirks = _PLAIN
    our_keys: Callable[[], Any] = field(default=lambda: {"keys": []})
    ours: str = ORIGIN
    key: RSAKey = field(default_factory=lambda: rsa("platform"))
    client_id: str = CLIENT
    deployment_id: str = "7"
    students: set[str] = field(default_factory=lambda: {"student-1"})
    teachers: set[str] = field(default_factory=lambda: {"teacher"})
    names: dict[str, str] = field(default_factory=lambda: {"student-1": "Ada Lovelace"})
    scores: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By student, what it took last."""
    posted: list[dict[str, Any]] = field(default_factory=list)
    by_hand: dict[str, float] = field(default_factory=dict)
    """By student, the grade that a teacher entered there."""
    columns: list[dict[str, Any]] = field(default_factory=list)
    """Those that we made."""
    granted: tuple[str, ...] = SCOPES
    answers: list[OutwardAnswer | None] = field(default_factory=list)
    """To the next scores, in place of its own; None: it never answers."""
    requests: list[str] = field(default_factory=list)
    trusts_us: bool = True
    asked: set[str] = field(default_factory=set)
    tokens: dict[str, frozenset[str]] = field(default_factory=dict)
    """By token, what it lets us do."""

    def __post_init__(self) -> None:
        self.gradebook = PlatformGradebook(
            self.quirks, self.clock, self.students, self.scores, self.posted, self.by_hand, self.columns
        )
        self.column = self.gradebook.add(_COLUMN, "link-1")
        self.registrar = Registrar(self.quirks, self.our_keys, self.client_id, self.deployment_id)
        self.choosing = Choosing(self.quirks, self.our_keys, self.clock)
        self.classlist = Classlist(self.quirks, self.people, self.names)

    def clock(self) -> datetime:
        """Its own, which may differ from ours."""
        return self.now() + self.quirks.clock_ahead

    def people(self) -> dict[str, tuple[str, ...]]:
        """Who is in its course, with their roles."""
        staff = dict.fromkeys(self.teachers, self.quirks.teacher_roles)
        return {**dict.fromkeys(self.students, self.quirks.student_roles), **staff}

    def claims(self, nonce: str, other: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Those of a student's launch; with None, a claim is left out."""
        at, quirks = int(self.clock().timestamp()), self.quirks
        sub = str((other or {}).get("sub", "student-1"))
        named = {"name": self.names[sub]} if quirks.sends_names and sub in self.names else {}
        roster = {"context_memberships_url": quirks.url(f"{classlist.PATH}?course=2")}
        usual: dict[str, Any] = {
            "iss": quirks.issuer,
            "aud": self.client_id,
            "sub": sub,
            "iat": at,
            "exp": at + int(quirks.token_lifetime.total_seconds()),
            "nonce": nonce,
            **named,
            f"{CLAIM}version": "1.3.0",
            f"{CLAIM}message_type": LAUNCH,
            f"{CLAIM}deployment_id": self.deployment_id,
            f"{CLAIM}target_link_uri": f"{self.ours}/lti/launch",
            f"{CLAIM}roles": list(self.people().get(sub, quirks.student_roles)),
            f"{CLAIM}context": {"id": "course-1", "title": "Networks"},
            f"{CLAIM}resource_link": {"id": "link-1", "title": "Homework"},
            f"{CLAIM}tool_platform": {"product_family_code": quirks.product, "guid": "1"},
            f"{CLAIM}launch_presentation": {
                "locale": quirks.locale,
                "document_target": "window" if quirks.opens_in_window else "iframe",
                "return_url": quirks.url("/course/view?id=2"),
            },
            GRADES: {
                "scope": list(SCOPES[:4]),
                "lineitems": quirks.url(quirks.line_items),
                "lineitem": self.column,
            },
            ROSTER: roster if quirks.has_roster else None,
            **quirks.claims,
        }
        return {name: value for name, value in {**usual, **(other or {})}.items() if value is not None}

    def authorized(self, address: str) -> dict[str, str]:
        """What a browser brings to where it signs in: all that we must ask, and nothing else."""
        parts, own = urlsplit(address), urlsplit(self.quirks.url(self.quirks.authorization))
        assert (parts.scheme, parts.netloc, parts.path) == (own.scheme, own.netloc, own.path)
        asked = {name: value for name, (value,) in parse_qs(parts.query, strict_parsing=True).items()}
        assert parse_qs(own.query).keys() <= asked.keys()
        assert asked["scope"] == "openid"
        assert (asked["response_type"], asked["response_mode"]) == ("id_token", "form_post")
        assert asked["prompt"] == "none"
        assert asked["client_id"] == self.client_id
        assert asked["redirect_uri"] in self.registrar.known.get("redirect_uris", [f"{self.ours}/lti/launch"])
        assert (asked["login_hint"], asked["lti_message_hint"]) == ("3", self.quirks.message_hint)
        assert asked["state"]
        assert asked["nonce"]
        return asked

    def signed(self, claims: dict[str, Any], **header: Any) -> str:
        """A token of the platform."""
        return jwt.encode({"alg": "RS256", "kid": self.key.kid, **header}, claims, self.key)

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """Its answer to a request of ours."""
        parts, quirks = urlsplit(request.url), self.quirks
        self.requests.append(f"{request.method} {parts.path}")
        if request.url == quirks.url(quirks.key_set):
            return as_json({"keys": [self.key.as_dict(private=False)]})
        if request.url == quirks.url(quirks.oauth):
            return self._token(parse_qs((request.body or b"").decode()))
        if parts.path in {registrar.CONFIGURATION, registrar.REGISTRATION}:
            return self.registrar.answer(request)
        if parts.path.endswith("/scores") and self.answers:
            return self._misbehave()
        return self._serve(request, parts.path)

    def _misbehave(self) -> OutwardAnswer:
        answer = self.answers.pop(0)
        if answer is None:
            raise Unreachable
        return answer

    def _serve(self, request: OutwardRequest, path: str) -> OutwardAnswer:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not self.tokens.get(token, frozenset()) & _scopes_for(request.method, path):
            return as_json({"error": "token"}, 401)
        return (self.classlist if path == classlist.PATH else self.gradebook).answer(request)

    def _token(self, form: dict[str, list[str]]) -> OutwardAnswer:
        if not self.trusts_us:
            return as_json({"error": "invalid_client"}, 400)
        given = form["client_assertion"][0]
        claims = jwt.decode(given, KeySet.import_key_set(self.our_keys()), algorithms=["RS256"]).claims
        at = self.clock().timestamp()
        if claims["iat"] > at:
            return as_json({"error": "Cannot handle token with iat prior to now"}, 400)
        in_order = (
            claims["iss"] == claims["sub"] == self.client_id
            and claims["aud"] == self.quirks.token_audience
            and at - 120 <= claims["iat"] <= at < claims["exp"] <= claims["iat"] + 300
            and claims["jti"] not in self.asked
        )
        if not in_order:
            return as_json({"error": "invalid_client"}, 400)
        self.asked.add(claims["jti"])
        granted = sorted(set(form["scope"][0].split()) & set(self.granted))
        if not granted:
            return as_json({"error": "invalid_scope"}, 400)
        token = secrets.token_hex()
        self.tokens[token] = frozenset(granted)
        given_out = {
            "access_token": token,
            "token_type": "bearer",
            "expires_in": 3600,
            "scope": " ".join(granted),
        }
        return as_json(given_out, kind=self.quirks.oauth_media_type)


def _scopes_for(method: str, path: str) -> frozenset[str]:
    """What a request needs one of."""
    if path == classlist.PATH:
        return frozenset({MEMBERS})
    if path.endswith("/scores"):
        return frozenset({SCORE})
    if path.endswith("/results"):
        return frozenset({RESULT})
    return frozenset({LINE_ITEM, LINE_ITEM_READ} if method == "GET" else {LINE_ITEM})
