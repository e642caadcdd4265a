"""Carries one grade to its platform, reads back what stands there, and writes down what became of it."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from math import isfinite
from typing import Any

from submissions.connect.lms import answers, line_items, parcels
from submissions.connect.lms.answers import LINE_ITEM_GONE, Next
from submissions.connect.lms.line_items import WantedLineItem
from submissions.connect.lms.parcels import GradeNote, Parcel
from submissions.connect.lms.services import ServiceFailed, Services
from submissions.connect.lms.vocabulary import RESULT, RESULTS_TYPE, SCORE_TYPE
from submissions.outward.openid.outward import Conversation, OutwardAnswer
from submissions.storage.database import Database
from submissions.tables import PassbackState

_CLOSE = Decimal("0.001")
"""The difference of two fractions of a maximum that counts as none: platforms round."""
_CANVAS = "https://canvas.instructure.com/lti/submission"
_ENDS = {
    Next.NOT_GRANTED: PassbackState.NOT_GRANTED,
    Next.FRESH_TOKEN: PassbackState.NOT_GRANTED,
    Next.NOT_ENROLLED: PassbackState.NOT_ENROLLED,
    Next.REFUSED: PassbackState.REFUSED,
}
"""Where another try would end alike."""


class Courier:
    """A courier of one process, with the tokens that it was given."""

    def __init__(
        self,
        database: Database,
        services: Services,
        comment: Callable[[GradeNote], str],
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._services = services
        self._comment = comment
        self._now = now

    def carry(self, parcel: Parcel) -> Conversation[None]:
        """Send a grade."""
        try:
            url = parcel.line_item_url or (yield from self._line_item(parcel))
            if url:
                answer = yield from self._post(parcel, url)
                yield from self._judge(parcel, url, answer)
        except ServiceFailed as error:
            self._no_token(parcel, error)

    def _line_item(self, parcel: Parcel) -> Conversation[str]:
        """The address of the column; empty where there is none, and then that is written down."""
        wanted = WantedLineItem(
            parcel.line_items_url,
            parcel.resource_link_id,
            parcel.assignment_id,
            parcel.title,
            parcel.possible,
        )
        found = yield from line_items.find_or_make(self._services, parcel.access, wanted)
        if found.url:
            with self._database.begin() as session:
                parcels.keep_line_item(session, parcel.link_id, found.url)
            return found.url
        verdict = answers.meaning(found.answer)
        if verdict.next is Next.PAUSE:
            self._rest(parcel, verdict.reason, found.answer)
        elif parcel.was_gone:
            self._settle(parcel, PassbackState.GONE, LINE_ITEM_GONE)
        elif verdict.next in {Next.NOT_GRANTED, Next.FRESH_TOKEN}:
            self._settle(parcel, PassbackState.NOT_GRANTED, verdict.reason)
        else:
            self._retry(parcel, "no-line-item")
        return ""

    def _post(self, parcel: Parcel, url: str) -> Conversation[OutwardAnswer | None]:
        where = line_items.below(url, "scores")
        content = score(parcel, self._comment(parcel.note) if parcel.note else "")
        call = self._services.call(parcel.access, "POST", where, content=content, content_type=SCORE_TYPE)
        return (yield from call)

    def _judge(self, parcel: Parcel, url: str, answer: OutwardAnswer | None) -> Conversation[None]:
        verdict = answers.meaning(answer)
        match verdict.next:
            case Next.STORED:
                stands = yield from self._is_stored_there(parcel, url)
                self._settle(parcel, PassbackState.OVERRIDDEN if stands is False else PassbackState.SENT)
            case Next.SUPERSEDED if (yield from self._is_stored_there(parcel, url)):
                self._settle(parcel, PassbackState.SENT)
            case Next.SUPERSEDED | Next.RETRY:
                self._retry(parcel, verdict.reason)
            case Next.FIND_AGAIN:
                with self._database.begin() as session:
                    parcels.keep_line_item(session, parcel.link_id, "")
                self._retry(parcel, verdict.reason)
            case Next.PAUSE:
                self._rest(parcel, verdict.reason, answer)
            case _:
                self._settle(parcel, _ENDS[verdict.next], verdict.reason)

    def _is_stored_there(self, parcel: Parcel, url: str) -> Conversation[bool | None]:
        """Whether the platform has the grade that was sent; None where it does not say."""
        if RESULT not in parcel.access.scopes or parcel.note is None:
            return None
        where = line_items.below(url, "results", {"user_id": parcel.sub})
        answer = yield from self._services.call(parcel.access, "GET", where, accept=RESULTS_TYPE)
        listed = answer.json() if answer is not None and answer.is_good else None
        for each in listed if isinstance(listed, list) else []:
            if isinstance(each, dict) and str(each.get("userId")) == parcel.sub:
                return _is_same(each, parcel.note)
        return None

    def _no_token(self, parcel: Parcel, error: ServiceFailed) -> None:
        if error.reason == "not-granted":
            self._settle(parcel, PassbackState.NOT_GRANTED, error.reason)
        else:
            self._rest(parcel, error.reason, error.answer)

    def _settle(self, parcel: Parcel, state: PassbackState, reason: str = "") -> None:
        with self._database.begin() as session:
            parcels.settle(session, parcel, state, reason, now=self._now())

    def _retry(self, parcel: Parcel, reason: str) -> None:
        ends = PassbackState.GONE if reason == LINE_ITEM_GONE else PassbackState.REFUSED
        with self._database.begin() as session:
            parcels.retry(session, parcel, reason, ends, now=self._now())

    def _rest(self, parcel: Parcel, reason: str, answer: OutwardAnswer | None) -> None:
        now = self._now()
        with self._database.begin() as session:
            pause = answers.pause(answer, parcels.failures(session, parcel.platform_id), now=now)
            parcels.rest(session, parcel, reason, pause, now=now)


def score(parcel: Parcel, comment: str) -> dict[str, Any]:
    """The document. Always with a comment: without one, a platform may drop the comment before."""
    document: dict[str, Any] = {
        "userId": parcel.sub,
        "timestamp": _written(parcel.stamped_at),
        "comment": comment,
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
    }
    if parcel.note is None:  # what was sent is no more: without points, it is taken away there too
        return {**document, "activityProgress": "Initialized", "gradingProgress": "NotReady"}
    document |= {"scoreGiven": _number(parcel.note.points), "scoreMaximum": _number(parcel.note.possible)}
    times = {"startedAt": parcel.started_at, "submittedAt": parcel.submitted_at}
    if written := {name: _written(at) for name, at in times.items() if at is not None}:
        document["submission"] = written
    if parcel.product == "canvas":  # each score would be an attempt there, and would replace a teacher's
        document[_CANVAS] = {"new_submission": parcel.is_new, "prioritize_non_tool_grade": True}
    return document


def _is_same(result: dict[str, Any], note: GradeNote) -> bool:
    """Whether a result is the share that was sent; platforms may cut what is above the maximum."""
    given, maximum = result.get("resultScore"), result.get("resultMaximum", 1)
    if isinstance(given, bool) or not isinstance(given, int | float) or not isinstance(maximum, int | float):
        return False
    if not maximum or not (isfinite(given) and isfinite(maximum)):
        return False
    there, sent = Decimal(str(given)) / Decimal(str(maximum)), note.points / note.possible
    return any(abs(there - each) <= _CLOSE for each in (sent, min(sent, Decimal(1))))


def _number(points: Decimal) -> int | float:
    return int(points) if points == int(points) else float(points)


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
