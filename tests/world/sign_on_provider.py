"""A sign-on provider that signs whatever it is told to, and answers our requests without a network."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey
from sqlalchemy.orm import Session

from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest, Unreachable, converse
from submissions.people.sign_on import documents, providers
from submissions.people.sign_on.providers import ProviderDraft
from submissions.tables import SignOnProvider
from tests.world.learning_platform import rsa

CAMPUS = "https://id.example.edu"
OTHER = "https://id.example.org"
CLIENT = "backgrade-1"
SECRET = "a:secret & more"  # noqa: S105 - nobody's


@dataclass
class SignOnIssuer:
    """It answers us, and signs who it sends."""

    now: Callable[[], datetime]
    issuer: str = CAMPUS
    key: RSAKey = field(default_factory=lambda: rsa("campus"))
    codes: dict[str, str] = field(default_factory=dict)
    """By code that was not redeemed, the ID token for it."""
    redeemed: list[dict[str, str]] = field(default_factory=list)
    document: dict[str, Any] = field(default_factory=dict)
    """What it publishes otherwise than usual."""
    is_down: bool = False

    def claims(self, nonce: str, other: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Those of a sign-in in order; with None, a claim is left out."""
        at = int(self.now().timestamp())
        usual: dict[str, Any] = {
            "iss": self.issuer,
            "aud": CLIENT,
            "sub": "ada-1",
            "iat": at,
            "exp": at + 300,
            "nonce": nonce,
            "name": "Ada Lovelace",
            "email": "ada@example.edu",
            "email_verified": True,
            "hd": "example.edu",
            "tid": "tenant-1",
        }
        return {name: value for name, value in {**usual, **(other or {})}.items() if value is not None}

    def signed(self, claims: Mapping[str, Any], **header: Any) -> str:
        """A token of the provider."""
        return jwt.encode({"alg": "RS256", "kid": self.key.kid, **header}, dict(claims), self.key)

    def code_for(self, token: str) -> str:
        """A code that is good once."""
        code = f"code-{len(self.codes) + len(self.redeemed)}"
        self.codes[code] = token
        return code

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """Its answer to a request of ours."""
        if self.is_down:
            raise Unreachable
        path = urlsplit(request.url).path
        if path == "/.well-known/openid-configuration":
            return _json({**self._published(), **self.document})
        if path == "/keys":
            return _json({"keys": [self.key.as_dict(private=False)]})
        assert (request.method, path) == ("POST", "/token")
        form = {name: values[0] for name, values in parse_qs((request.body or b"").decode()).items()}
        self.redeemed.append({**form, "authorization": unquote(request.headers.get("Authorization", ""))})
        token = self.codes.pop(form["code"], None)
        return _json({"id_token": token}) if token else _json({"error": "invalid_grant"}, 400)

    def _published(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize?site=1",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/leave",
            "authorization_response_iss_parameter_supported": True,
        }


def entered(session: Session, issuer: SignOnIssuer, key: str = "campus", **other: Any) -> SignOnProvider:
    """The provider, as an operator entered it."""
    usual = {"key": key, "name": key.title(), "issuer": issuer.issuer, "client_id": CLIENT}
    draft = ProviderDraft(**{**usual, "client_secret": SECRET, **other})
    document = converse(issuer, documents.read(issuer.issuer, private=False))
    return providers.add(session, draft, document, private=False, now=issuer.now())


def _json(content: Any, status: int = 200) -> OutwardAnswer:
    return OutwardAnswer(status, {"content-type": "application/json"}, json.dumps(content).encode())
