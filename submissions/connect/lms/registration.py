"""Dynamic registration: a platform tells where it describes itself, and we ask it to know us."""

import json
from typing import Any
from urllib.parse import urlsplit

from grader.records import Frozen
from submissions.connect.lms.platforms import PlatformDraft, origin_of
from submissions.connect.lms.vocabulary import CHOOSE, REVIEW, SCOPES, TOOL
from submissions.errors import PlatformFailed
from submissions.outward.openid.id_tokens import claim
from submissions.outward.openid.outward import Conversation, OutwardRequest, Unreachable

_CANVAS_PAGES = ("https://*.instructure.com",)
"""Its pages are not where it signs people in."""
_PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"


class RegisteredPlatform(Frozen):
    """The platform as it describes itself, and the scopes that it granted."""

    draft: PlatformDraft
    product: str
    scopes: tuple[str, ...]


def register(
    configuration_url: str, token: str, *, origin: str, description: str
) -> Conversation[RegisteredPlatform]:
    """Ask the platform with this configuration to register us, who are reached at this origin.

    Raises `PlatformFailed` if it cannot be read, does not fit together, or the platform refuses.
    """
    said = yield from _configuration(configuration_url, token)
    issuer = claim(said, "issuer")
    described = said.get(_PLATFORM)
    product = claim(described, "product_family_code") if isinstance(described, dict) else ""
    answer = yield from _ask(claim(said, "registration_endpoint"), token, tool(origin, description))
    granted = claim(answer, "scope").split()
    deployed = answer.get(TOOL)
    deployment = deployed.get("deployment_id") if isinstance(deployed, dict) else None
    draft = PlatformDraft(
        name=_name(issuer, product, configuration_url),
        issuer=issuer,
        client_id=claim(answer, "client_id"),
        authorization_url=claim(said, "authorization_endpoint"),
        token_url=claim(said, "token_endpoint"),
        jwks_url=claim(said, "jwks_uri"),
        audience=claim(said, "authorization_server"),
        deployment_id=deployment if isinstance(deployment, str) else "",
        origins=_CANVAS_PAGES if product == "canvas" else (origin_of(configuration_url),),
    )
    return RegisteredPlatform(draft, product, tuple(scope for scope in SCOPES if scope in granted))


def tool(origin: str, description: str) -> dict[str, Any]:
    """Return our description of ourselves."""
    launch = f"{origin}/lti/launch"
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": f"{origin}/lti/login",
        "redirect_uris": [launch],
        "client_name": "Backgrade",
        "jwks_uri": f"{origin}/lti/jwks.json",
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        TOOL: {
            "domain": urlsplit(origin).netloc,
            "description": description,
            "target_link_uri": launch,
            "claims": ["iss", "sub", "name", "given_name", "family_name"],
            "messages": [
                {"type": CHOOSE, "target_link_uri": launch, "label": "Backgrade"},
                {"type": REVIEW, "target_link_uri": launch},
            ],
        },
    }


def _configuration(url: str, token: str) -> Conversation[dict[str, Any]]:
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return (yield from _json(OutwardRequest("GET", url, headers), "not-a-configuration"))


def _ask(url: str, token: str, document: dict[str, Any]) -> Conversation[dict[str, Any]]:
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = OutwardRequest("POST", url, headers, json.dumps(document).encode())
    return (yield from _json(request, "refused"))


def _json(request: OutwardRequest, reason: str) -> Conversation[dict[str, Any]]:
    try:
        answer = yield request
    except Unreachable:
        raise PlatformFailed("unreachable") from None
    found = answer.json() if answer.is_good else None
    if not isinstance(found, dict):
        raise PlatformFailed(reason)
    return found


def _name(issuer: str, product: str, configuration_url: str) -> str:
    """Return the platform's name, and the host that gave it if that is another one: it may be anybody's."""
    hosts = (_host(issuer) or issuer, _host(configuration_url))
    host = " · ".join(dict.fromkeys(filter(None, hosts)))
    return (f"{product.title()} ({host})" if product else host)[:200]


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
