"""Sentences and headings about findings: whole, and without blame."""

from collections.abc import Iterator

import pytest

from api.report_view import replay
from api.words import finding as finding_words, finding as words, picture as picture_words
from api.words.finding import experiment
from grader.finding import Certainty
from grader.records import replace
from submissions.courses.assignments.hints import Rung
from tests.api.explained import DIAMOND, OVERWRITTEN
from tests.api.report_view.findings import EARLY, changed, evidence_of, view
from tests.offenders import for_each

EXPERIMENTS = ("play-alone", "swap-operands", "second-input", "look-at-order")


def test_every_experiment_has_a_sentence_and_no_other_has() -> None:
    assert set(finding_words._EXPERIMENTS) == set(EXPERIMENTS)
    with pytest.raises(KeyError):
        experiment("guess")


def every_sentence() -> Iterator[str]:
    """Whole sentences about findings and in pictures."""
    for finding in (OVERWRITTEN, changed(explained=DIAMOND), changed(fault="unknown")):
        yield view(finding).story
        yield from evidence_of(finding)
        yield from (words.certainty(replace(finding, certainty=each)) for each in Certainty)
    yield words.certainty(OVERWRITTEN, alone=False)
    yield from map(words.alternative, OVERWRITTEN.alternatives)
    yield from map(experiment, EXPERIMENTS)
    yield words.more(2)
    yield picture_words.legend()
    counts = ((1, 1), (1, 2), (2, 2))
    yield from (picture_words.caption(fate, "a", *each) for fate in picture_words.TELLING for each in counts)
    yield picture_words.title(4, 2)
    yield from (sentence for step in replay.steps(EARLY) for sentence in (*step.sentences, step.right))


SENTENCES = sorted(set(filter(None, every_sentence())))


@for_each("sentence", SENTENCES)
def test_a_sentence_is_whole_and_without_blame(sentence: str) -> None:
    assert sentence == sentence.strip()
    assert sentence[0].isupper() or sentence[0] in "`1234567890-"
    assert sentence.endswith(".")
    assert "{" not in sentence
    blame = ("bad ", "forgot", "illegal", "invalid", "your mistake", "wrongly", "should have")
    assert not [word for word in blame if word in sentence.lower()]


def headings() -> Iterator[str]:
    """What stands above or beside something."""
    yield from (words.title(OVERWRITTEN, rung) for rung in Rung)
    yield from (words.hint_title(1, rung) for rung in Rung if rung)
    yield from (words.same_cause([1]), words.same_cause([1, 2]), words.fix("line 3"), words.fix(""))


@for_each("heading", sorted(set(headings())))
def test_a_heading_is_no_sentence(heading: str) -> None:
    assert not heading.endswith(".")
    assert "{" not in heading
