"""What learning platforms do differently, as switches. As they stand: a strict platform without a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal
from urllib.parse import urljoin

SITE = "https://lms.example.edu"
_MEMBER = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
INSTRUCTOR, LEARNER = f"{_MEMBER}Instructor", f"{_MEMBER}Learner"


@dataclass(frozen=True, kw_only=True)
class Quirks:
    """The switches of one product. Addresses may be relative to its site."""

    product: str = ""
    """Its product family as it names it itself; empty where it names none."""
    site: str = SITE
    own_issuer: str = ""
    """Where it is not the site."""
    authorization: str = "/auth?site=1"
    oauth: str = "/token"
    key_set: str = "/certs"
    line_items: str = "/lineitems"
    line_item: str = "/lineitems/{number}/lineitem?type_id=1"
    """Of one column. Some have a query, which belongs to the address."""

    registers: Literal["by-hand", "in-frame", "in-tab"] = "by-hand"
    reads_configuration_with_token: bool = False
    """Its configuration, too, is given for the token of the registration alone."""
    reads_keys_at_once: bool = False
    """Our key set must be there while we register."""
    takes_updates: bool = False
    """A second registration is an update under the same client id."""
    tells_deployment: bool = True
    """Its answer to a registration names a deployment."""
    audience: str = ""
    """Of our requests for tokens; empty for the address of the tokens."""

    login_by: Literal["GET", "POST"] = "POST"
    login_fields: Mapping[str, str] = field(default_factory=dict)
    message_hint: str = '{"cmid": 2}'

    token_lifetime: timedelta = timedelta(minutes=5)
    """Of what it signs."""
    sub: str = "{}"
    sends_names: bool = True
    teacher_roles: tuple[str, ...] = (INSTRUCTOR,)
    student_roles: tuple[str, ...] = (LEARNER,)
    locale: str = "en"
    claims: Mapping[str, Any] = field(default_factory=dict)
    """More than what we read."""
    opens_in_window: bool = False

    accepts_several: bool = False
    accepts_types: tuple[str, ...] = ("ltiResourceLink",)
    data: str | None = "kept"
    """To be given back with a choice."""
    choice_needs_sub: bool = False
    grades_while_choosing: bool = True
    """Launches to choose name the roster, too."""

    has_roster: bool = True
    short_roles: bool = False
    """Its roster has roles without their address."""
    page: int = 10
    """Of lists."""
    link: str = '<{url}>; rel="next"'
    """The header that leads to the next page, as it comes over the wire."""
    filters_line_items: bool = True
    only_own_line_items: bool = False

    oauth_media_type: str = "application/json"
    clock_ahead: timedelta = timedelta(0)
    """By which its clock differs from ours."""
    stale: int = 409
    """Its answer to a score that is not later than the last."""
    stranger: int = 400
    """Its answer to a score of somebody who is no student there."""
    locked: int = 500
    """Its answer to a score of a grade that is locked. Moodle's was seen; others do not document theirs."""
    erases_unfinished: bool = True
    """A score that is not final takes the grade away; else it is passed over."""
    highest: int = 100
    """Of a column that we make: whole numbers up to this."""
    decimals: int = 5
    as_share: bool = False
    """Its results are shares of one."""
    extensions: tuple[str, ...] = ()
    """Names of its own that a score may have."""
    reviews: bool = False
    """It opens a submission from its gradebook."""

    @property
    def issuer(self) -> str:
        """As it signs."""
        return self.own_issuer or self.site

    @property
    def token_audience(self) -> str:
        """Whom our requests for tokens are made out to."""
        return self.audience or self.url(self.oauth)

    def url(self, address: str) -> str:
        """The whole of an address."""
        return urljoin(self.site, address)
