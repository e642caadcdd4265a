"""The gradebook of a platform: columns, and grades that are sent, entered by hand, locked."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from submissions.connect.lms.vocabulary import LINE_ITEM_TYPE, LINE_ITEMS_TYPE, RESULTS_TYPE, SCORE_TYPE
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest
from tests.world.lms.answers import as_json, has_type, page_of
from tests.world.lms.quirks import Quirks

_ACTIVITY = {"Initialized", "Started", "InProgress", "Submitted", "Completed"}
_GRADING = {"FullyGraded", "Pending", "PendingManual", "Failed", "NotReady"}
_REQUIRED = {"userId", "timestamp", "activityProgress", "gradingProgress", "comment"}
"""A comment too: a score without one takes away the comment before."""
_OPTIONAL = {"scoreGiven", "scoreMaximum", "submission", "scoringUserId"}
_LEEWAY = timedelta(seconds=60)
_CANVAS = "https://canvas.instructure.com/lti/submission"
_CANVAS_TYPES = {"none", "basic_lti_launch", "online_text_entry", "online_url", "external_tool"}


@dataclass
class PlatformGradebook:
    """Of one course. Its lists and sets are shared with the platform."""

    quirks: Quirks
    now: Callable[[], datetime]
    students: set[str]
    scores: dict[str, dict[str, Any]]
    posted: list[dict[str, Any]]
    by_hand: dict[str, float]
    columns: list[dict[str, Any]]
    linked: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By address, the columns that came with activities."""
    is_locked: bool = False
    stumbles_over: set[str] = field(default_factory=set)
    """Students whose scores it takes too long to store, each time."""
    attempts: dict[str, int] = field(default_factory=dict)
    """By student, as the product counts them."""
    _marks: dict[tuple[str, str], Decimal] = field(default_factory=dict)
    """By column and student, the points that were sent."""
    _number: int = 0

    def add(self, item: dict[str, Any], link_id: str) -> str:
        """The address of a column that comes with an activity."""
        url = self._next_address()
        self.linked[url] = {**item, "id": url, "resourceLinkId": link_id}
        return url

    def vanish(self, url: str) -> None:
        """Somebody deletes a column."""
        self.linked.pop(url, None)
        self.columns[:] = [each for each in self.columns if each["id"] != url]
        self._marks = {key: mark for key, mark in self._marks.items() if key[0] != url}
        self.scores.clear()

    def shares(self) -> dict[str, Decimal]:
        """By student, the share that stands in the last column that has one."""
        found = {}
        for item in (*self.linked.values(), *self.columns):
            for sub in self.students:
                if (points := self._stands(item, sub)) is not None:
                    found[sub] = points / Decimal(str(item["scoreMaximum"]))
        return found

    def answer(self, request: OutwardRequest) -> OutwardAnswer:
        """To a request for columns, scores or results."""
        parts = urlsplit(request.url)
        query = parse_qs(parts.query)
        whole, _, end = parts.path.rpartition("/")
        if end in {"scores", "results"}:
            item = self._item(urlunsplit(parts._replace(path=whole)))
            if item is None:
                return OutwardAnswer(404)
            return self._score(request, item) if end == "scores" else self._results(request, item, query)
        if parts.path != urlsplit(self.quirks.url(self.quirks.line_items)).path:
            return OutwardAnswer(404)
        return self._list(request, query) if request.method == "GET" else self._make(request)

    def _item(self, url: str) -> dict[str, Any] | None:
        """A column by its address, whose own query must still be there."""
        asked = urlsplit(url)
        for item in (*self.linked.values(), *self.columns):
            own = urlsplit(item["id"])
            if own.path == asked.path and parse_qs(own.query).items() <= parse_qs(asked.query).items():
                return item
        return None

    def _score(self, request: OutwardRequest, item: dict[str, Any]) -> OutwardAnswer:
        if request.method != "POST" or not has_type(request, "Content-Type", SCORE_TYPE):
            return OutwardAnswer(400, body=b"No handler found for this type")
        score = json.loads(request.body or b"")
        if fault := self._fault(score):
            return OutwardAnswer(400, body=fault.encode())
        if score["userId"] not in self.students:
            return OutwardAnswer(self.quirks.stranger, body=b"Incorrect score received")
        if self.is_locked or score["userId"] in self.stumbles_over:
            return OutwardAnswer(self.quirks.locked if self.is_locked else 504, body=b"This grade is locked")
        before = self.scores.get(score["userId"])
        if before is not None and _second(score) <= _second(before):
            return OutwardAnswer(self.quirks.stale, body=b"Refusing score with an earlier timestamp")
        self._take(item, score)
        return OutwardAnswer(200)

    def _fault(self, score: dict[str, Any]) -> str:
        """What is wrong with the document; empty where nothing is."""
        if not _REQUIRED <= score.keys() <= _REQUIRED | _OPTIONAL | set(self.quirks.extensions):
            return "missing or unknown fields"
        kind = score.get(_CANVAS, {}).get("submission_type", "none")
        given, maximum = score.get("scoreGiven", 0), score.get("scoreMaximum", 1)
        wrong = {
            "userId": not isinstance(score["userId"], str),
            "comment": not isinstance(score["comment"], str),
            "activityProgress": score["activityProgress"] not in _ACTIVITY,
            "gradingProgress": score["gradingProgress"] not in _GRADING,
            "scoreMaximum": ("scoreGiven" in score) != ("scoreMaximum" in score) or maximum <= 0,
            "scoreGiven": given < 0,
            "submission_type": kind not in _CANVAS_TYPES,
            "time": not self._is_time(score["timestamp"]),
        }
        return next((f"wrong {name}" for name, is_so in wrong.items() if is_so), "")

    def _is_time(self, text: object) -> bool:
        """Whether it has a zone, and is not of the future."""
        try:
            at = datetime.fromisoformat(str(text))
        except ValueError:
            return False
        return at.tzinfo is not None and at <= self.now() + _LEEWAY

    def _take(self, item: dict[str, Any], score: dict[str, Any]) -> None:
        sub, key = score["userId"], (item["id"], score["userId"])
        self.posted.append(score)
        self.scores[sub] = score
        extension = score.get(_CANVAS, {})
        if self.quirks.extensions and extension.get("new_submission", True):
            self.attempts[sub] = self.attempts.get(sub, 0) + 1
        if self.quirks.extensions and not extension.get("prioritize_non_tool_grade", False):
            self.by_hand.pop(sub, None)
        if score["gradingProgress"] != "FullyGraded" or "scoreGiven" not in score:
            if self.quirks.erases_unfinished:
                self._marks.pop(key, None)
            return
        share = Decimal(str(score["scoreGiven"])) / Decimal(str(score["scoreMaximum"]))
        maximum = Decimal(str(item["scoreMaximum"]))
        self._marks[key] = min(share * maximum, maximum).quantize(
            Decimal(1).scaleb(-self.quirks.decimals), ROUND_HALF_UP
        )

    def _stands(self, item: dict[str, Any], sub: str) -> Decimal | None:
        mark = self._marks.get((item["id"], sub))
        if mark is None or sub not in self.by_hand:
            return mark
        return Decimal(str(self.by_hand[sub]))

    def _results(
        self, request: OutwardRequest, item: dict[str, Any], query: dict[str, list[str]]
    ) -> OutwardAnswer:
        if not has_type(request, "Accept", RESULTS_TYPE):
            return OutwardAnswer(400, body=b"No handler found for this type")
        listed = []
        for sub in query.get("user_id", sorted(self.students)):
            if (points := self._stands(item, sub)) is None:
                continue
            maximum = item["scoreMaximum"]
            shown = (float(points) / maximum, 1) if self.quirks.as_share else (float(points), maximum)
            result = {"userId": sub, "resultScore": shown[0], "resultMaximum": shown[1]}
            listed.append({**result, "id": f"{item['id']}#{sub}", "scoreOf": item["id"]})
        return as_json(listed, kind=RESULTS_TYPE)

    def _list(self, request: OutwardRequest, query: dict[str, list[str]]) -> OutwardAnswer:
        if not has_type(request, "Accept", LINE_ITEMS_TYPE):
            return OutwardAnswer(400, body=b"No handler found for this type")
        others = [] if self.quirks.only_own_line_items else self._of_others()
        listed = [*others, *self.linked.values(), *self.columns]
        if self.quirks.filters_line_items:
            for asked, name in (("resource_id", "resourceId"), ("tag", "tag")):
                if asked in query:
                    listed = [item for item in listed if item.get(name) == query[asked][0]]
        kept = {name: values for name, values in query.items() if name in {"from", "limit"}}
        shown, link = page_of(self.quirks, _without_pages(request.url), listed, kept)
        return as_json(shown, 200, LINE_ITEMS_TYPE, **link)

    def _of_others(self) -> list[dict[str, Any]]:
        """Columns that teachers and other tools made."""
        return [
            {"id": self._address(900 + n), "label": f"Quiz {n}", "scoreMaximum": 10, "tag": "quiz"}
            for n in range(3)
        ]

    def _make(self, request: OutwardRequest) -> OutwardAnswer:
        if request.method != "POST" or not has_type(request, "Content-Type", LINE_ITEM_TYPE):
            return OutwardAnswer(400, body=b"No handler found for this type")
        item = json.loads(request.body or b"")
        maximum = item.get("scoreMaximum")
        if not isinstance(maximum, int) or not 1 <= maximum <= self.quirks.highest or not item.get("label"):
            return OutwardAnswer(400, body=b"Invalid grade value")
        if not item.get("resourceId") and not item.get("resourceLinkId"):
            return OutwardAnswer(400, body=b"resourceId or resourceLinkId is needed")
        made = {**item, "id": self._next_address()}
        self.columns.append(made)
        return as_json(made, 201, LINE_ITEM_TYPE)

    def _next_address(self) -> str:
        self._number += 1
        return self._address(self._number)

    def _address(self, number: int) -> str:
        return self.quirks.url(self.quirks.line_item.format(number=number))


def _second(score: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(score["timestamp"]).replace(microsecond=0)


def _without_pages(url: str) -> str:
    parts = urlsplit(url)
    kept = [each for each in parts.query.split("&") if each.partition("=")[0] not in {"from", "limit", ""}]
    return urlunsplit(parts._replace(query="&".join(kept)))
