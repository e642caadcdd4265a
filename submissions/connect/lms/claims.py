"""What a platform says of a launch, read strictly from claims that were verified."""

from collections.abc import Mapping
from typing import Any

from msgspec import field

from grader.records import Frozen
from submissions.connect.lms.vocabulary import (
    CHOOSE,
    CLAIM,
    DEEP_LINKING,
    GRADES,
    LAUNCH,
    REVIEW,
    ROSTER,
    SCOPES,
    VERSION,
)
from submissions.errors import LaunchRefused
from submissions.outward.openid.id_tokens import LONGEST_LINE, shown_line
from submissions.outward.outgoing.addresses import is_address

_LONGEST_ID, _LONGEST_URL = 255, 2000
_MOST_ROLES = 50
_MESSAGES = frozenset({LAUNCH, CHOOSE, REVIEW})

Claims = Mapping[str, Any]


class LaunchClaims(Frozen):
    """The claims of a launch: who comes, from where, to what. Texts that a platform leaves out are empty."""

    message: str
    deployment: str
    sub: str
    roles: tuple[str, ...]
    name: str = ""
    sourced_id: str = ""
    """Their number in the university's records."""
    locale: str = ""
    product: str = ""
    context: str = ""
    context_title: str = ""
    link: str = ""
    link_title: str = ""
    assignment: str = ""
    """The id of ours that a deep link carried."""
    reviewed: str = ""
    """The `sub` whose submission is looked at, in a review; else empty."""
    line_items_url: str = ""
    line_item_url: str = ""
    memberships_url: str = ""
    scopes: tuple[str, ...] = ()
    in_window: bool = False
    return_url: str = ""
    choosing: Mapping[str, Any] = field(default_factory=dict)
    """The settings of a deep linking request."""


def read(claims: Claims, *, origin: str) -> LaunchClaims:
    """The claims of a launch to us, where people reach us at this origin.

    Raises `LaunchRefused` if one is missing or cannot be what it says.
    """
    if claims.get(f"{CLAIM}version") != VERSION:
        raise LaunchRefused("version")
    message = _text(claims, f"{CLAIM}message_type", _LONGEST_ID)
    if message not in _MESSAGES:
        raise LaunchRefused("message-type")
    deployment = _required(claims, f"{CLAIM}deployment_id", "deployment")
    _require_ours(claims.get(f"{CLAIM}target_link_uri"), origin)
    link = _part(claims, f"{CLAIM}resource_link")
    if message == LAUNCH and not _text(link, "id", _LONGEST_ID):
        raise LaunchRefused("no-link")
    context, grades = _part(claims, f"{CLAIM}context"), _part(claims, GRADES)
    shown = _part(claims, f"{CLAIM}launch_presentation")
    return LaunchClaims(
        message=message,
        deployment=deployment,
        sub=_required(claims, "sub", "nobody"),
        roles=_roles(claims.get(f"{CLAIM}roles")),
        name=_name(claims),
        sourced_id=_text(_part(claims, f"{CLAIM}lis"), "person_sourcedid", _LONGEST_ID).strip(),
        locale=_text(shown, "locale", LONGEST_LINE) or _text(claims, "locale", LONGEST_LINE),
        product=_text(_part(claims, f"{CLAIM}tool_platform"), "product_family_code", 40).lower(),
        context=_text(context, "id", _LONGEST_ID),
        context_title=shown_line(context, "title") or shown_line(context, "label"),
        link=_text(link, "id", _LONGEST_ID),
        link_title=shown_line(link, "title"),
        assignment=_text(_part(claims, f"{CLAIM}custom"), "assignment", _LONGEST_ID),
        reviewed=_text(_part(claims, f"{CLAIM}for_user"), "user_id", _LONGEST_ID),
        line_items_url=_text(grades, "lineitems", _LONGEST_URL),
        line_item_url=_text(grades, "lineitem", _LONGEST_URL),
        memberships_url=_text(_part(claims, ROSTER), "context_memberships_url", _LONGEST_URL),
        scopes=_scopes(grades, claims),
        in_window=_text(shown, "document_target", LONGEST_LINE) == "window",
        return_url=_text(shown, "return_url", _LONGEST_URL),
        choosing=_choosing(claims) if message == CHOOSE else {},
    )


def _choosing(claims: Claims) -> Mapping[str, Any]:
    settings = _part(claims, f"{DEEP_LINKING}deep_linking_settings")
    back = _text(settings, "deep_link_return_url", _LONGEST_URL)
    types = settings.get("accept_types")
    # The site goes into a policy of browsers; what comes after it may have any letters.
    if not is_address("/".join(back.split("/")[:3]), private=True) or not isinstance(types, list):
        raise LaunchRefused("deep-linking")
    data = settings.get("data")
    return {
        "return_url": back,
        "links": "ltiResourceLink" in types,
        "several": settings.get("accept_multiple") is True,
        **({"data": data} if isinstance(data, str) else {}),
    }


def _require_ours(target: object, origin: str) -> None:
    """The address that the link of the platform leads to: a page of ours, and not where we send anybody."""
    if not isinstance(target, str) or len(target) > _LONGEST_URL:
        raise LaunchRefused("target")
    if target != origin and not target.startswith((f"{origin}/", f"{origin}?")):
        raise LaunchRefused("target")


def _scopes(grades: Claims, claims: Claims) -> tuple[str, ...]:
    given = grades.get("scope")
    granted = {each for each in given if isinstance(each, str)} if isinstance(given, list) else set()
    roster = SCOPES[-1:] if ROSTER in claims else ()
    return (*(scope for scope in SCOPES if scope in granted and scope not in roster), *roster)


def _roles(given: object) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise LaunchRefused("roles")
    return tuple(each for each in given[:_MOST_ROLES] if isinstance(each, str))


def _name(claims: Claims) -> str:
    parts = (shown_line(claims, "given_name"), shown_line(claims, "family_name"))
    return shown_line(claims, "name") or " ".join(part for part in parts if part)[:LONGEST_LINE]


def _part(claims: Claims, name: str) -> Claims:
    part = claims.get(name)
    return part if isinstance(part, dict) else {}


def _required(claims: Claims, name: str, reason: str) -> str:
    text = _text(claims, name, _LONGEST_ID)
    if not text:
        raise LaunchRefused(reason)
    return text


def _text(claims: Claims, name: str, longest: int) -> str:
    """An id or an address, as it is; empty where a platform left a variable like `$User.id` as it was."""
    text = claims.get(name)
    if not isinstance(text, str) or len(text) > longest or not text.isprintable() or text.startswith("$"):
        return ""
    return text
