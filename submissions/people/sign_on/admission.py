"""Whether somebody whom a provider vouches for is let in: by the tenant and the domains that are accepted.

Filters only. Who somebody is follows from the issuer and `sub` alone, and no claim gives anybody a role.
"""

from collections.abc import Mapping
from typing import Any

from submissions.errors import SignOnRefused
from submissions.tables import SignOnProvider


def require_admitted(provider: SignOnProvider, claims: Mapping[str, Any]) -> None:
    """Nothing, if somebody with these claims is let in.

    Raises:
        SignOnRefused: if not.
    """
    if provider.tenants and _text(claims, "tid") not in provider.tenants:
        raise SignOnRefused("tenant")
    if provider.hosted_domains and _text(claims, "hd").lower() not in provider.hosted_domains:
        raise SignOnRefused("hosted-domain")
    if provider.email_domains:
        _require_domain(provider, claims)


def _require_domain(provider: SignOnProvider, claims: Mapping[str, Any]) -> None:
    if claims.get("email_verified") is not True:
        raise SignOnRefused("email-unverified")
    name, at, domain = _text(claims, "email").partition("@")
    if not name or not at or domain.lower() not in provider.email_domains:
        raise SignOnRefused("email-domain")


def _text(claims: Mapping[str, Any], name: str) -> str:
    text = claims.get(name)
    return text if isinstance(text, str) else ""
