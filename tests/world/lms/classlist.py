"""The roster of a platform's course, as its service gives it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from submissions.connect.lms.vocabulary import MEMBERS_TYPE
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest
from tests.world.lms.answers import as_json, has_type, page_of
from tests.world.lms.quirks import Quirks

PATH = "/members"


@dataclass
class Classlist:
    """Of one course. Who is suspended or was removed is simply absent."""

    quirks: Quirks
    people: Callable[[], Mapping[str, tuple[str, ...]]]
    """By `sub`, the roles."""
    names: Mapping[str, str]

    def answer(self, request: OutwardRequest) -> OutwardAnswer:
        """A page of it."""
        if not has_type(request, "Accept", MEMBERS_TYPE):
            return OutwardAnswer(400, body=b"No handler found for this type")
        listed = [self._member(sub, roles) for sub, roles in sorted(self.people().items(), reverse=True)]
        url = self.quirks.url(f"{PATH}?course=2")
        shown, link = page_of(self.quirks, url, listed, parse_qs(urlsplit(request.url).query))
        return as_json({"id": url, "members": shown}, 200, MEMBERS_TYPE, **link)

    def _member(self, sub: str, roles: tuple[str, ...]) -> dict[str, Any]:
        short = [role.rpartition("#")[2] for role in roles] if self.quirks.short_roles else list(roles)
        named = {"name": self.names[sub]} if self.quirks.sends_names and sub in self.names else {}
        return {"user_id": sub, "roles": short, "status": "Active", "lis_person_sourcedid": "", **named}
