"""What a provider says of itself, by OpenID Connect Discovery: read strictly, before it is used."""

from typing import Any

from grader.records import Frozen, asdict
from submissions.errors import SignOnRefused
from submissions.outward.openid.outward import Conversation, OutwardRequest, Unreachable
from submissions.outward.outgoing.addresses import is_address

_PATH = "/.well-known/openid-configuration"
_LONGEST = 64 * 1024
_LONGEST_URL = 1500
_BASIC = "client_secret_basic"


class ProviderDocument(Frozen, kw_only=True):
    """Its addresses, and how they are used."""

    authorization_url: str
    token_url: str
    jwks_url: str
    sign_out_url: str = ""
    """Where people end their session there; empty where it offers none."""
    names_itself: bool = False
    """Its answers name their issuer (RFC 9207)."""
    takes_basic: bool = True
    """Our secret goes into a header; else into the form."""

    def stored(self) -> dict[str, Any]:
        """Return the document as JSON, to be stored with the provider."""
        return asdict(self)


def read(issuer: str, *, private: bool) -> Conversation[ProviderDocument]:
    """The document of an issuer. With `private`, its addresses may lack encryption.

    Raises `SignOnRefused` if it cannot be read, is another issuer's, or names addresses that are none.
    """
    try:
        url = issuer.rstrip("/") + _PATH
        answer = yield OutwardRequest("GET", url, {"Accept": "application/json"}, is_public=True)
    except Unreachable:
        raise SignOnRefused("unreachable") from None
    found = answer.json() if answer.is_good and len(answer.body) <= _LONGEST else None
    if not isinstance(found, dict):
        raise SignOnRefused("no-document")
    if found.get("issuer") != issuer:
        raise SignOnRefused("document-issuer")
    return ProviderDocument(
        authorization_url=_address(found, "authorization_endpoint", private=private),
        token_url=_address(found, "token_endpoint", private=private),
        jwks_url=_address(found, "jwks_uri", private=private),
        sign_out_url=_address(found, "end_session_endpoint", private=private)
        if "end_session_endpoint" in found
        else "",
        names_itself=found.get("authorization_response_iss_parameter_supported") is True,
        takes_basic=_BASIC in _methods(found),
    )


def _address(found: dict[str, Any], name: str, *, private: bool) -> str:
    url = found.get(name)
    if not isinstance(url, str) or len(url) > _LONGEST_URL or not is_address(url, private=private):
        raise SignOnRefused("document-addresses")
    return url


def _methods(found: dict[str, Any]) -> list[Any]:
    given = found.get("token_endpoint_auth_methods_supported", [_BASIC])
    return given if isinstance(given, list) else []
