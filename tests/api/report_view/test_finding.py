"""A finding in words: what, where, how sure, what shows it; no more than the reader is to be told."""

from collections.abc import Iterator

import pytest

from api.i18n import speaking
from api.report_view.finding import FindingView, finding_view
from api.report_view.source_lines import Quote, SourceLines
from api.words import experiment as experiment_words
from api.words import finding as words
from api.words import picture as picture_words
from api.words import replay as replay_words
from api.words.experiment import experiment
from api.words.replay import Meaning
from grader import faults
from grader.compare import Quantity
from grader.finding import (
    Agreement,
    Alternative,
    Certainty,
    Contribution,
    Edit,
    Evidence,
    Explained,
    Finding,
    Where,
    Write,
)
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim_finding
from tests.api.explained import (
    DIAMOND,
    FIVE_NODES,
    OVERWRITTEN,
    SAME_TWICE,
    contributions,
    node,
    write,
    wrong,
)

SOURCE = SourceLines("value.py", b"\n" * 16 + b"            self.grad = 1.0 * out.grad  # <b>\n")
EXPERIMENTS = ("play-alone", "swap-operands", "second-input", "look-at-order")


def changed(**fields: object) -> Finding:
    return OVERWRITTEN.model_copy(update=fields)


def view(finding: Finding, rung: Rung = DEFAULT) -> FindingView:
    return finding_view(trim_finding(finding, rung), SOURCE)


def evidence_of(finding: Finding) -> tuple[str, ...]:
    return view(finding).evidence


@pytest.mark.parametrize(
    ("where", "everywhere", "at"),
    [
        (Where(line=17, operation="*"), False, " (line 17, in `*`)"),
        (
            Where(line=17, cell=2, operation="neg", operand=1),
            False,
            " (cell 2, line 17, in `-a`, right operand)",
        ),
        (Where(line=17, operation="+"), True, " (line 17, in `+`, and in every other operation)"),
        (Where(line=17, function="_backward"), True, " (every operation, first on line 17)"),
        (Where(), True, " (every operation)"),
        (Where(line=60, function="backward"), False, " (line 60, in `backward`)"),
        (Where(operation="value exponent"), False, " (in a value as exponent (`a ** b`))"),
        (Where(), False, ""),
    ],
)
def test_a_title_is_the_cause_and_its_place(where: Where, at: str, *, everywhere: bool) -> None:
    title = words.title(changed(where=where, everywhere=everywhere))

    assert title == f"Gradient overwritten instead of accumulated{at}"


@pytest.mark.parametrize(
    ("rung", "title"),
    [
        (Rung.SYMPTOM, "Some gradients are wrong"),
        (Rung.PLACE, "Some gradients are wrong (line 17, in `+`, and in every other operation)"),
    ],
)
def test_below_the_cause_a_title_names_none(rung: Rung, title: str) -> None:
    assert words.title(OVERWRITTEN, rung) == title


def test_every_fault_has_a_title_and_three_hints() -> None:
    assert words.cause("overwritten_gradient") == "Gradient overwritten instead of accumulated"
    assert all(words.cause(slug) == fault.title for slug, fault in faults.load().items())
    assert {len(fault.hints) for fault in faults.load().values()} == {3}


def test_an_unknown_cause_has_no_name() -> None:
    assert words.cause("unknown") == "We could not find the cause"
    assert view(changed(fault="unknown"), Rung.REPAIR).hints == ()
    assert words.cause("one_of_an_older_version") == "one of an older version"


@pytest.mark.parametrize(
    ("certainty", "repaired", "sentence"),
    [
        (
            Certainty.PROVEN,
            14,
            "Proven: we changed only this in your code, and 14 failing graphs passed.",
        ),
        (Certainty.PROVEN, 1, "Proven: we changed only this in your code, and 1 failing graph passed."),
        (Certainty.PROVEN, 0, "Proven: we changed this in your code, and what failed before passed."),
        (
            Certainty.LIKELY,
            0,
            "Likely: this fits what we saw, but we could not prove it by changing only this.",
        ),
        (
            Certainty.LIKELY,
            3,
            (
                "Likely: with a change here, 3 failing graphs passed. "
                "But other mistakes here could look the same."
            ),
        ),
        (
            Certainty.UNKNOWN,
            0,
            "No mistake that we know gives these numbers. Here is the smallest graph that fails.",
        ),
    ],
)
def test_how_sure_it_is(certainty: Certainty, repaired: int, sentence: str) -> None:
    finding = changed(certainty=certainty, evidence=Evidence(repaired=repaired))
    assert words.certainty(finding) == sentence


def test_causes_that_were_repaired_together_are_not_said_to_be_changed_alone() -> None:
    together = words.certainty(OVERWRITTEN, alone=False)

    assert "only" not in together
    assert "the other proven causes" in together


def test_the_evidence_begins_with_the_most_telling() -> None:
    assert evidence_of(OVERWRITTEN) == (
        (
            "`a.grad` was -3 and is set to 1: the gradient is replaced, not accumulated "
            "(line 17, in `_backward` of `+`)."
        ),
        "This mistake predicts exactly the gradients we saw in all 12 graphs that we compared.",
    )


def test_a_prediction_of_some_graphs_says_of_how_many() -> None:
    (sentence,) = evidence_of(changed(evidence=Evidence(predicted=Agreement(agreed=2, of=4))))

    assert "in 2 of 4 graphs" in sentence


def test_what_speaks_for_nothing_is_not_told() -> None:
    assert evidence_of(changed(evidence=Evidence(predicted=Agreement(agreed=0, of=6)))) == ()


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        (
            write("a", 1, 1, "d", 18),
            "`a.grad` was 1 and is set to 1 (line 18, in `_backward` of `+`).",
        ),
        (write("a", 5, 2, "d"), "`a.grad` goes from 5 to 2 (in the rule of `+`)."),
        (write("c", 5, 2, line=7), "`c.grad` goes from 5 to 2 (line 7, in `backward`)."),
        (
            Write(node="b", quantity=Quantity.DATA, old=2, new=None),
            "`b.data` is set to something that is not a number.",
        ),
        (Write(node="a", quantity=Quantity.GRADIENT, old=None, new=2), "`a.grad` is set to 2."),
    ],
)
def test_a_write_that_shows_it(seen: Write, sentence: str) -> None:
    finding = changed(fault="seed_missing", evidence=Evidence(writes=(seen,)))

    assert evidence_of(finding) == (sentence,)


def test_a_replaced_gradient_is_seen_whatever_the_cause_is_called() -> None:
    finding = changed(fault="another", evidence=Evidence(writes=(FIVE_NODES.writes[5],)))

    assert "is set to 1: the gradient is replaced, not accumulated" in evidence_of(finding)[0]


def test_another_cause_comes_with_what_decides() -> None:
    other = Alternative(fault="overwritten_gradient", where=Where(line=3), experiment="look-at-order")

    assert words.alternative(other) == (
        "Another possible cause: Gradient overwritten instead of accumulated (line 3). "
        f"To find out which it is: {experiment('look-at-order')}"
    )
    assert words.alternative(Alternative(fault="one_more")) == "Another possible cause: one more."


def test_every_experiment_has_a_sentence_and_no_other_has() -> None:
    assert set(experiment_words._SENTENCES) == set(EXPERIMENTS)
    with pytest.raises(KeyError):
        experiment("guess")


@pytest.mark.parametrize(("language", "asked"), [("en", "1, should be 2"), ("es", "1, debería ser 2")])
def test_what_a_line_should_print_is_said_in_the_readers_language(language: str, asked: str) -> None:
    with speaking(language):
        assert view(changed(explained=SAME_TWICE)).paste[-1] == f"print(a.grad)  # {asked}"


def test_the_story_has_the_sum_what_replaced_it_and_the_right_values() -> None:
    assert view(OVERWRITTEN).story == (
        "`a` is used twice, so `a.grad = -3 + 1 = -2`. "
        "On line 17, your code stores 1 and replaces the -3 that was stored on line 28. "
        "The last write wins: -3 is lost. "
        "The right values are `a.grad = -2` and `b.grad = 3`."
    )


def story(explained: Explained) -> str:
    return view(changed(fault="unknown", explained=explained)).story


def test_the_story_says_no_more_than_is_known() -> None:
    def of(*parts: Contribution) -> str:
        return story(SAME_TWICE.model_copy(update={"contributions": parts}))

    parts = SAME_TWICE.contributions
    total = "`a` is used twice, so `a.grad = 1 + 1 = 2`."
    assert of(*(part.model_copy(update={"kept": None}) for part in parts)) == total
    assert of(*parts).startswith(f"{total} The contribution through the right side of `b` (+1) is kept.")
    assert of(*(part.model_copy(update={"kept": False}) for part in parts)) == (
        f"{total} The contributions through the left side of `b` (+1) and the right side of `b` (+1) "
        "are lost."
    )
    assert of() == "The right value is `a.grad = 2`."


def test_a_sum_is_told_only_where_its_parts_add_up() -> None:
    """As for the output, whose gradient is 1 before anything is added."""
    parts = tuple(part.model_copy(update={"value": 3.0}) for part in SAME_TWICE.contributions)

    assert "is used" not in story(SAME_TWICE.model_copy(update={"contributions": parts}))


def test_what_is_lost_of_a_single_contribution_is_said_once() -> None:
    nodes = (wrong(node("a", 3, 2), 0), node("b", 6, 1, "*", "a", 2.0))
    parts = contributions([("a", "b", 0, 2, 1, False)])

    assert story(Explained(graph="", root="b", nodes=nodes, contributions=parts)) == (
        "`a.grad` should be 2, the contribution through `b`, but it is lost."
    )


def test_a_write_is_blamed_only_for_what_it_replaced() -> None:
    """The write that replaced something replaced another number than the one that is lost."""
    writes = tuple(
        write.model_copy(update={"old": -3.5}) if write.old == -3 else write for write in FIVE_NODES.writes
    )

    assert "The contribution through `c` (-3) is lost." in story(
        FIVE_NODES.model_copy(update={"writes": writes})
    )


@pytest.mark.parametrize("rung", Rung)
def test_each_rung_tells_what_those_below_it_tell_and_no_more(rung: Rung) -> None:
    told = view(OVERWRITTEN, rung)

    assert len(told.hints) == min(rung, 3)
    assert bool(told.quote) == (rung >= Rung.PLACE)
    assert bool(told.evidence) == bool(told.story) == bool(told.explained) == (rung >= Rung.CAUSE)
    assert any(each.shares for each in told.wrong) == (rung >= Rung.CAUSE)
    assert bool(told.repair) == (rung >= Rung.REPAIR)
    assert told.paste[0] == "a = Value(2.0)"


def test_a_repair_has_its_place_and_lines() -> None:
    told = changed(repair=(Edit(line=3, cell=2, was="", now="if x:\n\tpass"),))

    (edit,) = view(told, Rung.REPAIR).repair

    assert (edit.place, edit.was, edit.now) == ("cell 2, line 3", (), ("if x:", "    pass"))


def test_a_line_is_quoted_with_the_part_that_is_meant() -> None:
    assert SOURCE.quote(OVERWRITTEN.where) == Quote(17, "", "self.grad = 1.0 * out.grad", "  # <b>")
    assert SOURCE.quote(Where(line=17, column=24, end_column=27)) == Quote(
        17, "self.grad = ", "1.0", " * out.grad  # <b>"
    )


@pytest.mark.parametrize(
    "columns",
    [{}, {"column": 90, "end_column": 99}, {"column": 5, "end_column": 2}, {"column": 0, "end_column": 3}],
)
def test_without_a_part_the_whole_line_is_quoted(columns: dict[str, int]) -> None:
    quoted = SOURCE.quote(Where.model_validate({"line": 17, **columns}))

    assert quoted == Quote(17, "self.grad = 1.0 * out.grad # <b>", "", "")


def test_a_quote_is_harmless_and_not_long() -> None:
    lines = SourceLines("a.py", b"x" * 100 + b"\x1b[2J\t'" + b"#" * 500)
    quoted = lines.quote(Where(line=1, column=100, end_column=106))

    assert quoted is not None
    assert "".join(map(str, quoted)).isprintable()
    assert len(quoted.before + quoted.meant) < 80
    assert len(quoted.after) <= 120
    assert [lines.quote(Where(line=n)) for n in (None, 0, 2)] == [None] * 3


def every_sentence() -> Iterator[str]:
    """Whole sentences about findings and in pictures."""
    for finding in (OVERWRITTEN, changed(explained=DIAMOND), changed(fault="unknown")):
        yield view(finding).story
        yield from evidence_of(finding)
        yield from (words.certainty(finding.model_copy(update={"certainty": each})) for each in Certainty)
    yield words.certainty(OVERWRITTEN, alone=False)
    yield from map(words.alternative, OVERWRITTEN.alternatives)
    yield from map(experiment, EXPERIMENTS)
    yield words.more(2)
    yield picture_words.caption()
    yield picture_words.title(4, 2)
    yield from (replay_words.meaning(each, "1", "2", "1") for each in Meaning)


SENTENCES = sorted(set(every_sentence()))


@pytest.mark.parametrize("sentence", SENTENCES)
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
    yield from (words.same_cause(1), words.fix("line 3"), words.fix(""))


@pytest.mark.parametrize("heading", sorted(set(headings())))
def test_a_heading_is_no_sentence(heading: str) -> None:
    assert not heading.endswith(".")
    assert "{" not in heading
