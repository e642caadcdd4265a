"""The form of an assignment: filled from what is set, and read back with all that cannot be used."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

import suites
from api.pages._reader import Reader, exact, shown
from api.words.en.unusable import unusable
from grader.assignment import CHOICES
from submissions.draft import Draft, problems
from submissions.errors import Unusable
from submissions.points import usual_weights
from submissions.tables import Counts, Shown
from suites import Stage, Suite

WEIGHT = "weight-"
"""Before the slug of a suite, the name of its field."""
FILLED = "filled"
"""The stage whose suites the fields were filled with."""

_SECONDS = Decimal(60)
_POLICIES = frozenset(
    {
        "late_percent_per_day",
        "late_most_percent",
        "attempt_limit",
        "cooldown_minutes",
        "hint_rung",
        "counts",
        "shown",
    }
)
_WEIGHT = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Form:
    """The form as it is shown."""

    values: Mapping[str, str]
    """What stands in each field, by name."""
    errors: Mapping[str, str]
    """What is wrong with it."""

    def weight(self, slug: str) -> str:
        """What stands beside a suite."""
        return self.values.get(WEIGHT + slug, "")

    @property
    def has_policy_error(self) -> bool:
        """Whether something is wrong in the part that is folded away."""
        return not _POLICIES.isdisjoint(self.errors)

    @property
    def total(self) -> int:
        """The sum of the weights that can be read."""
        weights = (text for name, text in self.values.items() if name.startswith(WEIGHT))
        return sum(int(text) for text in weights if _WEIGHT.fullmatch(text))


@dataclass(frozen=True, slots=True)
class Read:
    """What was typed: a draft, or errors by field."""

    draft: Draft
    errors: Mapping[str, str]
    values: Mapping[str, str]
    """The fields for the form, where it is shown again."""


def filled(draft: Draft, zone: str) -> dict[str, str]:
    """The fields for a draft."""
    values = {
        "title": draft.title,
        "instructions": draft.instructions,
        "starter": draft.starter,
        "opens_at": shown(draft.opens_at, zone),
        "due_at": shown(draft.due_at, zone),
        "closes_at": shown(draft.closes_at, zone),
        "late_percent_per_day": exact(draft.late_percent_per_day),
        "late_most_percent": exact(draft.late_most_percent),
        "attempt_limit": "" if draft.attempt_limit is None else str(draft.attempt_limit),
        "cooldown_minutes": exact(Decimal(draft.cooldown_seconds) / _SECONDS),
        "hint_rung": str(draft.hint_rung),
        "counts": draft.counts,
        "shown": draft.shown,
        "points": exact(draft.points),
        "stage": draft.stage,
        FILLED: draft.stage,
    }
    values |= {WEIGHT + slug: str(weight) for slug, weight in draft.chosen.items()}
    return values | ({"published": "on"} if draft.published else {})


def refilled(typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed, with the suites of the stage that was chosen."""
    kept = {name: value for name, value in typed.items() if not name.startswith(WEIGHT)}
    stage = typed.get("stage", "")
    weights = usual_weights(stage) if stage in CHOICES else {}
    return kept | {WEIGHT + slug: str(weight) for slug, weight in weights.items()} | {FILLED: stage}


def read(typed: Mapping[str, str], zone: str, before: Draft) -> Read:
    """The draft that was typed; `before` is what stood in the form at first."""
    reader, values = Reader(typed, zone), dict(typed)
    draft = _draft(reader, before)
    weights = dict(_weights(reader))
    if _has_another_stage(draft, typed):
        if weights == usual_weights(typed[FILLED]):
            weights = usual_weights(draft.stage)
        else:
            reader.problems.append(Unusable("stage", "suites-are-your-own"))
            values[FILLED] = draft.stage  # told once: who saves again means it
    if not weights:
        reader.problems.append(Unusable("weights", "no-suite"))
    draft = replace(draft, weights=weights)
    errors: dict[str, str] = {}
    for problem in (*reader.problems, *problems(draft)):
        errors.setdefault(_field(problem), unusable(problem))
    return Read(draft, errors, values)


def by_stage() -> dict[Stage, list[Suite]]:
    """All suites, as the form lists them."""
    return {stage: [suite for suite in suites.load().values() if suite.stage is stage] for stage in Stage}


def stages_of(suite: Suite) -> str:
    """The choices that a suite belongs to, with spaces between."""
    return " ".join(choice for choice in CHOICES if suite.slug in usual_weights(choice))


def _draft(reader: Reader, before: Draft) -> Draft:
    limit = reader.whole("attempt_limit", -1)
    return Draft(
        title=reader.line("title"),
        instructions=reader.text("instructions"),
        starter=reader.text("starter"),
        published=reader.ticked("published"),
        opens_at=reader.moment("opens_at", before.opens_at, end=False),
        due_at=reader.moment("due_at", before.due_at),
        closes_at=reader.moment("closes_at", before.closes_at),
        late_percent_per_day=reader.number("late_percent_per_day", Decimal(0)),
        late_most_percent=reader.number("late_most_percent", Decimal(100)),
        attempt_limit=limit if reader.line("attempt_limit") else None,
        cooldown_seconds=int(reader.number("cooldown_minutes", Decimal(0)) * _SECONDS),
        hint_rung=reader.whole("hint_rung", before.hint_rung),
        counts=reader.choice("counts", Counts, before.counts),
        shown=reader.choice("shown", Shown, before.shown),
        stage=reader.line("stage"),
        points=reader.number("points", Decimal(0)),
    )


def _weights(reader: Reader) -> Iterator[tuple[str, int]]:
    for slug in suites.load():
        if reader.line(WEIGHT + slug):
            yield slug, reader.whole(WEIGHT + slug, 0)


def _has_another_stage(draft: Draft, typed: Mapping[str, str]) -> bool:
    """Whether another stage was chosen, and its suites not taken."""
    return draft.stage != typed.get(FILLED) and {draft.stage, typed.get(FILLED)} <= set(CHOICES)


def _field(problem: Unusable) -> str:
    """The name of the field in the form."""
    if problem.field.startswith(WEIGHT):
        return "weights"
    return {"cooldown_seconds": "cooldown_minutes"}.get(problem.field, problem.field)
