"""ID tokens of OpenID Connect: whether one can be trusted, before anything in it is believed.

The one owner of these checks, for launches of learning platforms and for sign-on.
"""

import base64
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

from submissions.outward import durations

LONGEST = 64 * 1024

_LATEST = 1e11
"""The largest time in seconds, in some thousand years: more were milliseconds."""
_MOST_CLAIMS = 200
_SHORTEST_RSA = 2048
_FAMILIES = {
    "RS256": "RSA",
    "RS384": "RSA",
    "RS512": "RSA",
    "ES256": "EC",
    "ES384": "EC",
    "ES512": "EC",
}
"""Algorithms that may sign, with their kind of key: no symmetric one, and not `none`."""
_FOREIGN_KEYS = frozenset({"jku", "jwk", "x5u", "x5c", "crit", "b64"})
"""Headers that would have us trust a key that comes with the token, or change how it is read."""
LONGEST_LINE = 200


class TokenRefused(Exception):
    """a token cannot be trusted; `reason` is the id of why, `facts` are numbers that an explanation names."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


def key_id(token: str) -> str:
    """The id of the key that is said to have signed.

    Raises `TokenRefused` if it is no token, or signed in a way that is not taken.
    """
    return _header(token)["kid"]


def checked(
    token: str, keys: Mapping[str, Any], *, issuer: str, client_id: str, nonce: str, now: datetime
) -> dict[str, Any]:
    """The claims, if everything about the token is in order: signature, parties, times and nonce.

    Raises `TokenRefused` if something is not.
    """
    claims = _verified(token, keys)
    _require_party(claims, issuer=issuer, client_id=client_id)
    _require_current(claims, now)
    if claims.get("nonce") != nonce:
        raise TokenRefused("nonce")
    return claims


def _verified(token: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    """The claims, if one of the keys of a key set signed them."""
    header = _header(token)
    key = _key(keys, header["kid"], _FAMILIES[header["alg"]])
    try:
        claims = jwt.decode(token, key, algorithms=[header["alg"]]).claims
    except (JoseError, ValueError, TypeError, RecursionError):
        raise TokenRefused("signature") from None
    if len(claims) > _MOST_CLAIMS:
        raise TokenRefused("not-a-token")
    return claims


def _require_party(claims: Mapping[str, Any], *, issuer: str, client_id: str) -> None:
    """Check that the token comes from this issuer and is for us."""
    if claims.get("iss") != issuer:
        raise TokenRefused("issuer")
    audience = claims.get("aud")
    several = audience if isinstance(audience, list) else [audience]
    if client_id not in several:
        raise TokenRefused("audience")
    party = claims.get("azp")
    if party != client_id and (party is not None or len(several) > 1):
        raise TokenRefused("party")


def _require_current(claims: Mapping[str, Any], now: datetime) -> None:
    """Check that the token is good at this moment; a refusal says by how many seconds a clock may be off."""
    at = now.timestamp()
    expires, issued = _moment(claims, "exp"), _moment(claims, "iat")
    begins = _moment(claims, "nbf") if "nbf" in claims else issued
    ahead = max(issued, begins) - at
    if ahead > durations.ID_TOKEN_LEEWAY:
        raise TokenRefused("from-future", seconds=int(ahead))
    if at - expires > durations.ID_TOKEN_LEEWAY:
        raise TokenRefused("expired", seconds=int(at - expires))
    if at - issued > durations.ID_TOKEN + durations.ID_TOKEN_LEEWAY:
        raise TokenRefused("too-old", seconds=int(at - issued))


def _moment(claims: Mapping[str, Any], name: str) -> float:
    value = claims.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TokenRefused("no-times")
    if not abs(value) <= _LATEST:  # nor is what is no number
        raise TokenRefused("no-times")
    return value


def _header(token: str) -> dict[str, str]:
    """Return the header of a token, with an algorithm that we accept and the id of a key."""
    if len(token) > LONGEST or token.count(".") != 2:  # noqa: PLR2004 - header, claims, signature
        raise TokenRefused("not-a-token")
    try:
        encoded = token.partition(".")[0]
        header = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
    except (ValueError, RecursionError):
        raise TokenRefused("not-a-token") from None
    if not isinstance(header, dict):
        raise TokenRefused("not-a-token")
    if _FOREIGN_KEYS & header.keys() or header.get("alg") not in list(_FAMILIES):
        raise TokenRefused("algorithm")
    if not isinstance(header.get("kid"), str) or not header["kid"]:
        raise TokenRefused("no-key-id")
    return header


def _key(keys: Mapping[str, Any], kid: str, family: str) -> RSAKey | ECKey:
    wanted = {"kid": kid, "kty": family, "use": "sig"}
    listed = keys.get("keys")
    for each in listed if isinstance(listed, list) else []:
        if not isinstance(each, dict) or not wanted.items() <= {"use": "sig", **each}.items():
            continue
        public = {name: value for name, value in each.items() if name in {"kty", "n", "e", "crv", "x", "y"}}
        try:
            key = RSAKey.import_key(public) if family == "RSA" else ECKey.import_key(public)
        except (JoseError, ValueError, TypeError):
            # A key that cannot be used is passed over: the set may have another one with this id.
            continue
        if isinstance(key, ECKey) or key.public_key.key_size >= _SHORTEST_RSA:
            return key
    raise TokenRefused("unknown-key")


def claim(claims: Mapping[str, Any], name: str) -> str:
    """Return a text as it was sent; empty where there is none."""
    text = claims.get(name)
    return text if isinstance(text, str) else ""


def shown_line(claims: Mapping[str, Any], name: str) -> str:
    """A text to be shown: one line, of letters that can be; empty where there is none."""
    text = claim(claims, name)[: 10 * LONGEST_LINE]
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:LONGEST_LINE].strip()
