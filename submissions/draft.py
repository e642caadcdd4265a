"""All that is set of an assignment, and what of it cannot be used."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

import suites
from grader.assignment import CHOICES
from submissions.errors import Unusable
from submissions.line_of_text import line_of_text
from submissions.points import usual_weights
from submissions.tables import Counts, Shown

MOST_POINTS = Decimal(10_000)
MOST_WEIGHT = 1000
MOST_ATTEMPTS = 1000
LONGEST_COOLDOWN = 7 * 24 * 3600
LONGEST_TEXT = 50_000
HIGHEST_RUNG = 4

_ALL = Decimal(100)
_PLACES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """All that is set of an assignment."""

    title: str
    instructions: str = ""
    starter: str = ""
    published: bool = False
    opens_at: datetime | None = None
    due_at: datetime | None = None
    closes_at: datetime | None = None
    late_percent_per_day: Decimal = Decimal(0)
    late_most_percent: Decimal = _ALL
    attempt_limit: int | None = None
    cooldown_seconds: int = 0
    hint_rung: int = 3
    counts: Counts = Counts.BEST
    shown: Shown = Shown.AT_ONCE
    stage: str = "core"
    weights: Mapping[str, int] = field(default_factory=dict)
    """By slug; with 0 a suite is graded and costs nothing. Empty: those of the stage, with their points."""
    points: Decimal = _ALL

    @property
    def chosen(self) -> dict[str, int]:
        """The suites it asks for, by weight."""
        return dict(self.weights) or usual_weights(self.stage)


def problems(draft: Draft) -> list[Unusable]:
    """All that cannot be used; of one field, what is wrong with it first."""
    found: dict[str, Unusable] = {}
    for check in (_texts, _choice, _dates, _numbers, _weights):
        for field_name, why in check(draft):
            found.setdefault(field_name, Unusable(field_name, why))
    return list(found.values())


def lacking(weights: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """By chosen suite, those it needs that are not chosen.

    It is allowed, and worth knowing: a failure is told once where it begins, if that is there.
    """
    known = suites.load()
    needs = {slug: known[slug].needs for slug in weights if slug in known}
    left_out = {slug: tuple(need for need in of if need not in weights) for slug, of in needs.items()}
    return {slug: of for slug, of in left_out.items() if of}


_Found = Iterator[tuple[str, str]]


def _texts(draft: Draft) -> _Found:
    try:
        line_of_text("title", draft.title)
    except Unusable as error:
        yield error.field, error.why
    for name, text in (("instructions", draft.instructions), ("starter", draft.starter)):
        if len(text) > LONGEST_TEXT:
            yield name, "too-long"
        if not _can_be_kept(text):
            yield name, "not-text"


def _can_be_kept(text: str) -> bool:
    """Whether every database takes it: no zero character, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _choice(draft: Draft) -> _Found:
    if draft.stage not in CHOICES:
        yield "stage", "unknown-stage"


def _dates(draft: Draft) -> _Found:
    opens, due, closes = draft.opens_at, draft.due_at, draft.closes_at
    if opens and due and due <= opens:
        yield "due_at", "before-it-opens"
    if closes and due is None:
        yield "closes_at", "without-due-date"
    if closes and due and closes < due:
        yield "closes_at", "before-it-is-due"


def _numbers(draft: Draft) -> _Found:
    decimals: dict[str, Callable[[Decimal], bool]] = {
        "points": lambda points: 0 < points <= MOST_POINTS,
        "late_percent_per_day": lambda percent: 0 <= percent <= _ALL,
        "late_most_percent": lambda percent: 0 <= percent <= _ALL,
    }
    for name, within in decimals.items():
        number: Decimal = getattr(draft, name)
        if not number.is_finite() or not within(number):
            yield name, "out-of-range"
        elif number != round(number, _PLACES):
            yield name, "too-many-places"
    whole = {
        "attempt_limit": draft.attempt_limit is None or 1 <= draft.attempt_limit <= MOST_ATTEMPTS,
        "cooldown_seconds": 0 <= draft.cooldown_seconds <= LONGEST_COOLDOWN,
        "hint_rung": 0 <= draft.hint_rung <= HIGHEST_RUNG,
    }
    yield from ((name, "out-of-range") for name, right in whole.items() if not right)


def _weights(draft: Draft) -> _Found:
    known = suites.load()
    for slug, weight in draft.weights.items():
        if slug not in known:
            yield "weights", "unknown-suite"
        elif not 0 <= weight <= MOST_WEIGHT:
            yield "weights", "weight-out-of-range"
    earning = (
        slug for slug, weight in draft.weights.items() if weight and slug in known and known[slug].points
    )
    if draft.weights and not any(earning):
        yield "weights", "no-suite"
