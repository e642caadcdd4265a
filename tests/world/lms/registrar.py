"""The registration service of a platform: it takes us in if what we say of ourselves is complete."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from submissions.connect.lms.vocabulary import CHOOSE, SCOPES, TOOL
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest
from tests.world.lms.answers import as_json
from tests.world.lms.quirks import Quirks

CONFIGURATION, REGISTRATION = "/.well-known/openid-configuration", "/register"
_REQUIRED = (
    "response_types", "initiate_login_uri", "redirect_uris", "client_name", "jwks_uri",
    "token_endpoint_auth_method", TOOL,
)  # fmt: skip
_AUTHENTICATION = "private_key_jwt"
_PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"


@dataclass
class Registrar:
    """Of one platform."""

    quirks: Quirks
    our_keys: Callable[[], Any]
    client_id: str
    deployment_id: str
    known: dict[str, Any] = field(default_factory=dict)
    """What it knows of us; empty where we are not registered."""
    _tokens: set[str] = field(default_factory=set)

    def open(self) -> dict[str, str]:
        """The query with which it opens our page of registration. Its token is good once."""
        token = f"registration-{len(self._tokens)}-{self.known.get('version', 0)}"
        self._tokens.add(token)
        return {"openid_configuration": self.quirks.url(CONFIGURATION), "registration_token": token}

    def answer(self, request: OutwardRequest) -> OutwardAnswer:
        """To us, who ask for its configuration, or to be registered."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if urlsplit(request.url).path == CONFIGURATION:
            if self.quirks.reads_configuration_with_token and token not in self._tokens:
                return OutwardAnswer(401, body=b"missing_registration_token")
            return as_json(self._configuration())
        if token not in self._tokens:
            return OutwardAnswer(401, body=b"token_already_used")
        self._tokens.discard(token)
        return self._register(json.loads(request.body or b""))

    def _configuration(self) -> dict[str, Any]:
        quirks = self.quirks
        audience = {"authorization_server": quirks.audience} if quirks.audience else {}
        return {
            "issuer": quirks.issuer,
            "authorization_endpoint": quirks.url(quirks.authorization),
            "token_endpoint": quirks.url(quirks.oauth),
            "jwks_uri": quirks.url(quirks.key_set),
            "registration_endpoint": quirks.url(REGISTRATION),
            **audience,
            _PLATFORM: {"product_family_code": quirks.product},
        }

    def _register(self, told: dict[str, Any]) -> OutwardAnswer:
        if fault := self._fault(told):
            return OutwardAnswer(400, body=fault.encode())
        self.known = {**told, "version": self.known.get("version", 0) + 1}
        granted = {**told, "client_id": self.client_id, "scope": " ".join(self._granted(told))}
        if self.quirks.tells_deployment:
            granted[TOOL] = {**told[TOOL], "deployment_id": self.deployment_id}
        return as_json(granted)

    def _fault(self, told: dict[str, Any]) -> str:
        """Why it refuses us; empty where it does not."""
        if lacking := [name for name in _REQUIRED if not told.get(name)]:
            return f"missing required attribute {lacking[0]}"
        tool = told[TOOL]
        chosen = [each for each in tool["messages"] if each["type"] == CHOOSE]
        refused = {
            "response_types": "id_token" not in told["response_types"],
            "token_endpoint_auth_method": told["token_endpoint_auth_method"] != _AUTHENTICATION,
            "domain_targetlinkuri_mismatch": tool["domain"] != urlsplit(tool["target_link_uri"]).netloc,
            "missing target_link_uri": not all(each.get("target_link_uri") for each in chosen),
            "name and domain are taken": bool(self.known) and not self.quirks.takes_updates,
            "no keys": self.quirks.reads_keys_at_once and not self.our_keys()["keys"],
        }
        return next((fault for fault, is_so in refused.items() if is_so), "")

    def _granted(self, told: dict[str, Any]) -> list[str]:
        return [scope for scope in told["scope"].split() if scope in SCOPES]
