"""The settings of an assignment: each with its type, its default and its bounds; and what cannot be used.

This is their only declaration: the form, the REST documents and the checks are made from `SETTINGS`. A new
one needs a field here, a column with a migration, and its texts in `api/words/assignment_settings.py`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Annotated

import suites
from grader.assignment import CHOICES, GradientPolicy, SeedPolicy
from grader.hunt import library
from submissions.courses.assignments import markdown
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.points import usual_weights
from submissions.courses.assignments.setting import (
    CLASS_NAME,
    VERSIONED,
    NumberRange,
    OneOf,
    SomeOf,
    TextLimit,
    Unit,
    settings_of,
)
from submissions.errors import Unusable
from submissions.tables import Counts, Hinting, MissingRequired, Reveal, Shown
from submissions.texts.class_name import class_name
from submissions.texts.single_line import single_line

LONGEST_TEXT = 50_000
HIGHEST_RUNG = max(Rung).value
POINTS = NumberRange(0, 10_000, excludes_least=True)
ATTEMPTS = NumberRange(1, 1000)
GROUP = NumberRange(1, 20)
WEIGHT = NumberRange(0, 1000)
_PERCENT = NumberRange(0, 100, unit=Unit.PERCENT)
_HOURS = NumberRange(1, 7 * 24)
_DAYS = NumberRange(0, 365)
_RUNGS = NumberRange(0, HIGHEST_RUNG)
_SUITES = SomeOf(tuple(suites.all_suites()))
_EVERYWHERE = {"+", "*"}
"""Operations that nearly all graphs have."""
_OPERATIONS = SomeOf(suites.OPERATIONS)
_HUNTED = SomeOf(library.hunted())
_HUNT_NODES = NumberRange(0, library.MOST_FEW_NODES)
_UP_TO_A_WEEK = NumberRange(0, 7 * 24 * 3600, unit=Unit.SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The settings of an assignment."""

    title: str
    instructions: Annotated[str, TextLimit(markdown.LONGEST)] = ""
    starter: Annotated[str, TextLimit(LONGEST_TEXT, is_code=True)] = ""
    published: bool = False
    opens_at: datetime | None = None
    due_at: datetime | None = None
    closes_at: datetime | None = None
    late_percent_per_day: Annotated[Decimal, _PERCENT] = Decimal(0)
    late_step_hours: Annotated[int, _HOURS] = 24
    """Each step of so many hours that begins costs the penalty once more."""
    late_most_percent: Annotated[Decimal, _PERCENT] = Decimal(100)
    late_accepted_days: Annotated[int | None, _DAYS] = None
    late_days_usable: Annotated[int, _DAYS] = 0
    """The most late days of the course's budget that a student can use here."""
    attempt_limit: Annotated[int | None, ATTEMPTS] = None
    cooldown_seconds: Annotated[int, _UP_TO_A_WEEK] = 0
    group_size: Annotated[int, GROUP] = 1
    """How many students may submit together; 1: everybody alone."""
    hint_rung: Annotated[int, _RUNGS] = 3
    hint_rung_after_due: Annotated[int | None, _RUNGS] = None
    hint_rung_after_close: Annotated[int | None, _RUNGS] = None
    hints_from_attempt: Annotated[int, ATTEMPTS] = 1
    hints_until_attempt: Annotated[int | None, ATTEMPTS] = None
    hinting: Hinting = Hinting.AT_ONCE
    beyond: bool = True
    """Whether students see what is wrong with the whole graph where it is not graded."""
    counts: Counts = Counts.BEST
    shown: Shown = Shown.AT_ONCE
    hidden_suites: Annotated[tuple[str, ...], _SUITES] = ()
    hidden_until: Reveal = Reveal.AFTER_DUE
    stage: Annotated[str, OneOf(tuple(CHOICES)), VERSIONED] = "core"
    weights: Annotated[Mapping[str, int], WEIGHT, VERSIONED] = field(default_factory=dict)
    """Weights by slug; 0: graded, and costs nothing. Empty: the suites of the stage, with their points."""
    points: Annotated[Decimal, POINTS, VERSIONED] = Decimal(100)
    gradients: Annotated[GradientPolicy, VERSIONED] = GradientPolicy.BACKPROPAGATION
    """Whether gradients earn all points that are proven not to come from backpropagation."""
    bonus: Annotated[tuple[str, ...], _SUITES, VERSIONED] = ()
    """Suites whose points come on top."""
    seed: Annotated[SeedPolicy, VERSIONED] = SeedPolicy.CLASS
    class_name: Annotated[str, CLASS_NAME, VERSIONED] = ""
    """Empty: the likeliest, or the one that is named with a file."""
    keep_graph: Annotated[bool, VERSIONED] = False
    """Whether a class has to keep its graph, so that nodes can be used again after a pass."""
    required_operations: Annotated[tuple[str, ...], _OPERATIONS, VERSIONED] = ()
    missing_required: Annotated[MissingRequired, VERSIONED] = MissingRequired.POINTS
    hunted: Annotated[tuple[str, ...], _HUNTED, VERSIONED] = ()
    """The faults of a fault hunt, in which students submit graphs. Empty: they submit a class."""
    hunt_nodes: Annotated[int, _HUNT_NODES, VERSIONED] = library.FEW_NODES
    """The most nodes that earn the bonus of a hunt; 0: there is none."""

    @property
    def chosen(self) -> dict[str, int]:
        """The suites it asks for, by weight; a hunt asks for none."""
        if self.hunted:
            return {}
        return dict(self.weights) or usual_weights(self.stage)


SETTINGS = settings_of(Draft)
"""The settings by name, in the order of the declaration."""


def problems(draft: Draft) -> list[Unusable]:
    """Return every setting that cannot be used, with the first problem of each field."""
    problems: dict[str, Unusable] = {}
    for check in (_texts, _names, _dates, _numbers, _weights, _required, _hunt):
        for problem in check(draft):
            problems.setdefault(problem.field, problem)
    return list(problems.values())


def lacking(weights: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Return by chosen suite the suites that it needs and that are not chosen.

    It is allowed, and worth knowing: a failure is reported once, where it begins, if both are there.
    """
    known = suites.all_suites()
    needs = {slug: known[slug].needs for slug in weights if slug in known}
    left_out = {slug: tuple(need for need in of if need not in weights) for slug, of in needs.items()}
    return {slug: of for slug, of in left_out.items() if of}


def _texts(draft: Draft) -> Iterator[Unusable]:
    try:
        single_line("title", draft.title)
    except Unusable as error:
        yield error
    for name, setting in SETTINGS.items():
        text: str = getattr(draft, name)
        if setting.is_class_name:
            yield from _class_name(name, text)
        if setting.text is None:
            continue
        if len(text) > setting.text.longest:
            yield Unusable(name, "too-long", longest=setting.text.longest)
        if not _can_be_kept(text):
            yield Unusable(name, "not-text")
    try:
        markdown.rendered("instructions", draft.instructions)
    except Unusable as error:
        yield error


def _class_name(field: str, text: str) -> Iterator[Unusable]:
    """Refuse a class name with spaces around it: names are kept as typed, and no class has such a name."""
    try:
        if class_name(field, text) != text:
            yield Unusable(field, "not-a-class-name")
    except Unusable as error:
        yield error


def _can_be_kept(text: str) -> bool:
    """Whether every database takes it: no zero character, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _names(draft: Draft) -> Iterator[Unusable]:
    if draft.stage not in SETTINGS["stage"].names:
        yield Unusable("stage", "unknown-stage")
    for name, setting in SETTINGS.items():
        if setting.type is tuple and not set(getattr(draft, name)) <= set(setting.names):
            yield Unusable(name, "unknown-name")


def _dates(draft: Draft) -> Iterator[Unusable]:
    opens, due, closes = draft.opens_at, draft.due_at, draft.closes_at
    # Every problem is told, not the first: the form shows each beside its field.
    if due is None:
        if closes:
            yield Unusable("closes_at", "without-due-date")
        if draft.late_accepted_days is not None:
            yield Unusable("late_accepted_days", "without-due-date")
        return
    if opens and due <= opens:
        yield Unusable("due_at", "before-it-opens")
    if closes and closes < due:
        yield Unusable("closes_at", "before-it-is-due")


def _numbers(draft: Draft) -> Iterator[Unusable]:
    for name, setting in SETTINGS.items():
        value = getattr(draft, name)
        if setting.range is None or value is None or isinstance(value, Mapping):
            continue
        if why := setting.range.problem(value):
            yield Unusable(name, why, **setting.range.limits)
    last = draft.hints_until_attempt
    if last is not None and last < draft.hints_from_attempt:
        yield Unusable("hints_until_attempt", "before-the-first-attempt")


def _weights(draft: Draft) -> Iterator[Unusable]:
    known = suites.all_suites()
    if not draft.weights:
        return
    for slug, weight in draft.weights.items():
        if slug not in known:
            yield Unusable("weights", "unknown-suite")
        elif WEIGHT.problem(weight):
            yield Unusable("weights", "weight-out-of-range", **WEIGHT.limits)
    earning = {
        slug for slug, weight in draft.weights.items() if weight and slug in known and known[slug].points
    }
    if not earning:
        yield Unusable("weights", "no-suite")
    elif earning <= set(draft.bonus):
        # With nothing but bonus suites, there would be no points for them to come on top of.
        yield Unusable("bonus", "only-bonus")


def _required(draft: Draft) -> Iterator[Unusable]:
    """Yield a problem if a required operation costs points and no suite asks for it."""
    if draft.hunted or draft.missing_required is not MissingRequired.POINTS:
        return
    if draft.stage not in SETTINGS["stage"].names:
        return
    known = suites.all_suites()
    about = {
        op for slug, weight in draft.chosen.items() if weight and slug in known for op in known[slug].about
    }
    if set(draft.required_operations) - about - _EVERYWHERE:
        yield Unusable("required_operations", "in-no-suite")


def _hunt(draft: Draft) -> Iterator[Unusable]:
    """Yield a problem if more classes are hunted than a page can show beside each other."""
    if len(draft.hunted) > library.MOST_CLASSES:
        yield Unusable("hunted", "too-many-faults", most=library.MOST_CLASSES)
