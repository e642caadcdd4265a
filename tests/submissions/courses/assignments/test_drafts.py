from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from grader.assignment import CHOICES
from submissions.courses.assignments import markdown
from submissions.courses.assignments.draft import LONGEST_TEXT, Draft, lacking, problems
from tests.offenders import for_each
from tests.world.clock import NOW

_WEEK = timedelta(days=7)


@for_each(
    ("field", "why", "given"),
    [
        ("title", "empty", {"title": " \t"}),
        ("title", "too-long", {"title": "x" * 201}),
        ("title", "not-printable", {"title": "a\u202eb"}),
        ("instructions", "too-long", {"instructions": "x" * (markdown.LONGEST + 1)}),
        ("instructions", "too-many-lines", {"instructions": "\n" * markdown.MOST_LINES}),
        ("instructions", "nested-too-deep", {"instructions": "> " * 13 + "a"}),
        ("starter", "too-long", {"starter": "x" * (LONGEST_TEXT + 1)}),
        ("instructions", "not-text", {"instructions": "a\0b"}),
        ("starter", "not-text", {"starter": "a\ud800b"}),
        ("class_name", "not-a-class-name", {"class_name": "two words"}),
        ("class_name", "not-a-class-name", {"class_name": " Value\n"}),
        ("class_name", "not-a-class-name", {"class_name": "\x1cValue"}),
        ("class_name", "too-long", {"class_name": "x" * 81}),
        ("stage", "unknown-stage", {"stage": "nowhere", "weights": {"a_plus_a": 1}}),
        ("due_at", "before-it-opens", {"opens_at": NOW, "due_at": NOW}),
        ("closes_at", "without-due-date", {"closes_at": NOW}),
        ("closes_at", "before-it-is-due", {"due_at": NOW + _WEEK, "closes_at": NOW}),
        ("points", "out-of-range", {"points": Decimal(0)}),
        ("points", "out-of-range", {"points": Decimal("NaN")}),
        ("points", "out-of-range", {"points": Decimal("Infinity")}),
        ("points", "too-many-places", {"points": Decimal("1.00001")}),
        ("late_percent_per_day", "out-of-range", {"late_percent_per_day": Decimal(101)}),
        ("late_most_percent", "out-of-range", {"late_most_percent": Decimal(-1)}),
        ("attempt_limit", "out-of-range", {"attempt_limit": 0}),
        ("cooldown_seconds", "out-of-range", {"cooldown_seconds": -1}),
        ("hint_rung", "out-of-range", {"hint_rung": 5}),
        ("weights", "unknown-suite", {"weights": {"nothing": 1}}),
        ("weights", "weight-out-of-range", {"weights": {"a_plus_a": -1, "diamond": 1}}),
        ("weights", "no-suite", {"weights": {"a_plus_a": 0}}),
        ("weights", "no-suite", {"weights": {"second_backward": 1}}),
        ("weights", "weight-out-of-range", {"weights": {"a_plus_a": 1001}}),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_field(field: str, why: str, given: dict[str, Any]) -> None:
    found = problems(Draft(**{"title": "Core", **given}))

    assert [(each.field, each.why) for each in found] == [(field, why)]


def test_everything_wrong_is_told_at_once() -> None:
    found = problems(Draft(title="", points=Decimal(0), closes_at=NOW))

    assert {each.field for each in found} == {"title", "points", "closes_at"}


def test_a_usual_draft_has_no_problem() -> None:
    draft = Draft(title="Core", opens_at=NOW, due_at=NOW + _WEEK, closes_at=NOW + _WEEK, attempt_limit=3)

    assert problems(draft) == []


def test_without_weights_the_suites_of_the_stage_are_chosen() -> None:
    chosen = Draft(title="Core", stage="core").chosen

    assert chosen == {"linear_chain": 3, "a_plus_a": 1, "five_nodes": 2, "diamond": 2}


def test_a_suite_that_a_chosen_one_needs_is_told_and_allowed() -> None:
    assert lacking({"neuron": 1}) == {"neuron": ("tanh",)}
    assert lacking({"neuron": 1, "tanh": 1}) == {}
    assert problems(Draft(title="Neuron", weights={"neuron": 1})) == []


@pytest.mark.parametrize("stage", CHOICES)
def test_every_stage_can_be_asked_for_with_its_own_weights(stage: str) -> None:
    draft = Draft(title="Any", stage=stage)

    assert problems(Draft(title="Any", stage=stage, weights=draft.chosen)) == []


@pytest.mark.parametrize("name", ["राम\u200cकृष्ण", "👩\u200d🏫 Ms Rivera", "Ana María Ñ"])
def test_names_of_all_scripts_can_be_titles(name: str) -> None:
    assert problems(Draft(title=name)) == []
