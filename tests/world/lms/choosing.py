"""Deep linking on the side of a platform: what it asks, and whether it takes the answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from joserfc import jwt
from joserfc.jwk import KeySet

from submissions.connect.lms.vocabulary import CHOOSE, CHOSEN, CLAIM, DEEP_LINKING, VERSION
from tests.world.lms.quirks import Quirks

_LONGEST_TITLE = 255


@dataclass
class Choosing:
    """Of one platform."""

    quirks: Quirks
    our_keys: Callable[[], Any]
    now: Callable[[], datetime]
    seen: set[str] = field(default_factory=set)
    """Nonces of answers."""

    @property
    def return_url(self) -> str:
        """Where the answer is posted; its query belongs to it."""
        return self.quirks.url("/return?course=2&sesskey=x")

    def claims(self) -> dict[str, Any]:
        """Those of a launch to choose, besides the usual ones."""
        settings = {
            "deep_link_return_url": self.return_url,
            "accept_types": list(self.quirks.accepts_types),
            "accept_presentation_document_targets": ["frame", "iframe", "window"],
            "accept_multiple": self.quirks.accepts_several,
            "auto_create": False,
        }
        if self.quirks.data is not None:
            settings["data"] = self.quirks.data
        return {
            f"{CLAIM}message_type": CHOOSE,
            f"{CLAIM}resource_link": None,
            f"{DEEP_LINKING}deep_linking_settings": settings,
        }

    def taken(self, token: str, client_id: str, deployment_id: str) -> list[dict[str, Any]]:
        """The items of an answer, each of which becomes an activity."""
        key_set = KeySet.import_key_set(self.our_keys())
        claims = jwt.decode(token, key_set, algorithms=["RS256"]).claims
        assert (claims["iss"], claims["aud"]) == (client_id, self.quirks.issuer)
        assert not self.quirks.choice_needs_sub or claims["sub"] == client_id
        assert claims["iat"] <= self.now().timestamp() + 60 < claims["exp"] + 60
        assert claims["nonce"] not in self.seen
        self.seen.add(claims["nonce"])
        assert claims[f"{CLAIM}deployment_id"] == deployment_id
        assert (claims[f"{CLAIM}message_type"], claims[f"{CLAIM}version"]) == (CHOSEN, VERSION)
        assert claims.get(f"{DEEP_LINKING}data") == self.quirks.data
        assert (f"{DEEP_LINKING}data" in claims) == (self.quirks.data is not None)
        items: list[dict[str, Any]] = claims[f"{DEEP_LINKING}content_items"]
        assert len(items) <= (50 if self.quirks.accepts_several else 1)
        for item in items:
            self._check(item)
        return items

    def _check(self, item: dict[str, Any]) -> None:
        assert item["type"] in self.quirks.accepts_types
        assert 0 < len(item["title"]) <= _LONGEST_TITLE
        assert all(isinstance(value, str) for value in item["custom"].values())
        maximum = item["lineItem"]["scoreMaximum"]
        assert isinstance(maximum, int)
        assert 1 <= maximum <= self.quirks.highest
