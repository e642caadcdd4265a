"""The services of platforms: a token for them, and requests with it. One platform, one request at a time."""

import html
import json
import re
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from grader.records import Frozen
from submissions.connect import durations
from submissions.connect.lms import keys
from submissions.connect.lms.vocabulary import ASSERTION
from submissions.outward.openid.outward import Conversation, OutwardAnswer, OutwardRequest, Unreachable
from submissions.outward.outgoing.exchange import NoAnswerKind
from submissions.storage.database import Database
from submissions.tables import LmsPlatform

_UNAUTHORIZED = 401
_NEXT = re.compile(r"<([^<>]{1,2000})>\s*;[^,<]*?rel=[^a-z,;]{0,5}next", re.IGNORECASE)
"""The link to the next page. One platform has typographic quotes around the relation."""
_LONGEST = 8000


class ServiceFailed(Exception):
    """nothing can be asked; `reason` is the id of why, `answer` what came for a token, if anything did."""

    def __init__(self, reason: str, answer: OutwardAnswer | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.answer = answer


class ServiceAccess(Frozen):
    """The data with which a platform is asked for a token."""

    platform_id: UUID
    client_id: str
    token_url: str
    audience: str
    scopes: tuple[str, ...]

    @classmethod
    def to(cls, platform: LmsPlatform, scopes: Iterable[str]) -> "ServiceAccess":
        """Return the access to a platform."""
        audience = platform.audience or platform.token_url
        return cls(platform.id, platform.client_id, platform.token_url, audience, tuple(sorted(scopes)))


class Services:
    """Asks platforms, with tokens that are kept as long as they are good. Outside of transactions."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._tokens: dict[ServiceAccess, tuple[str, datetime]] = {}

    def call(
        self,
        access: ServiceAccess,
        method: str,
        url: str,
        *,
        accept: str = "",
        content: Any = None,  # noqa: ANN401 - what JSON can hold
        content_type: str = "",
    ) -> Conversation[OutwardAnswer | None]:
        """The answer; None where there is none. If the token is refused, once more with a fresh one.

        Raises `ServiceFailed` if there is no token, or we do not ask this address.
        """
        answer = yield from self._call(access, method, url, accept, content, content_type)
        if answer is None or answer.status != _UNAUTHORIZED:
            return answer
        self._tokens.pop(access, None)
        return (yield from self._call(access, method, url, accept, content, content_type))

    def _call(
        self, access: ServiceAccess, method: str, url: str, accept: str, content: object, content_type: str
    ) -> Conversation[OutwardAnswer | None]:
        token = yield from self._token(access)
        headers = {"Authorization": f"Bearer {token}"}
        if accept:
            headers["Accept"] = accept
        if content_type:
            headers["Content-Type"] = content_type
        body = None if content is None else json.dumps(content, allow_nan=False).encode()
        return (yield from _answer_to(OutwardRequest(method, url, headers, body)))

    def _token(self, access: ServiceAccess) -> Conversation[str]:
        kept = self._tokens.get(access)
        if kept is not None and self._now() < kept[1]:
            return kept[0]
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION,
            "client_assertion": self._assertion(access),
            "scope": " ".join(access.scopes),
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        asked = OutwardRequest("POST", access.token_url, headers, urlencode(form).encode())
        answer = yield from _answer_to(asked)
        if answer is None:
            raise ServiceFailed("unreachable")
        given = answer.json()
        found = given if isinstance(given, dict) else {}
        token = found.get("access_token")
        if not answer.is_good or not isinstance(token, str) or not _is_header(token):
            raise ServiceFailed(_why(answer, found), answer)
        lasts = found.get("expires_in")
        good_for = durations.PLATFORM_TOKEN
        if isinstance(lasts, int) and 0 < lasts < 10**6:
            good_for = timedelta(seconds=lasts)
        self._tokens[access] = token, self._now() + good_for - durations.PLATFORM_TOKEN_MARGIN
        return token

    def _assertion(self, access: ServiceAccess) -> str:
        now = self._now()
        issued = now - durations.ASSERTION_LEEWAY
        claims = {
            "iss": access.client_id,
            "sub": access.client_id,
            "aud": access.audience,
            "iat": int(issued.timestamp()),
            "exp": int((issued + durations.ASSERTION).timestamp()),
            "jti": secrets.token_urlsafe(),
        }
        with self._database.begin() as session:
            return keys.sign(session, claims, now=now)


def _answer_to(request: OutwardRequest) -> Conversation[OutwardAnswer | None]:
    """The answer; None where there is none.

    Raises `ServiceFailed` if it is we who do not ask this address.
    """
    try:
        return (yield request)
    except Unreachable as error:
        if error.args == (NoAnswerKind.REFUSED,):
            raise ServiceFailed("refused-here") from None
        return None


def _why(answer: OutwardAnswer, found: dict[str, Any]) -> str:
    """Why there is no token, as far as a platform says it."""
    if found.get("error") == "invalid_scope":
        return "not-granted"
    if answer.status in {408, 425, 429, 503}:
        return "busy"
    said = str(found.get("error", "")).lower()
    if (
        "iat prior" in said
        or "expired" in said
        or "iat prior" in str(found.get("error_description", "")).lower()
    ):
        return "clock"
    return "unreachable" if answer.status >= 500 or answer.is_good else "no-token"  # noqa: PLR2004


def _is_header(token: str) -> bool:
    return 0 < len(token) <= 16_000 and token.isascii() and token.isprintable()  # noqa: PLR2004


def next_page(answer: OutwardAnswer) -> str:
    """The address of the next page; empty on the last one. One platform writes it as HTML does."""
    found = _NEXT.search(answer.headers.get("link", "")[:_LONGEST])
    return html.unescape(found[1]) if found else ""
