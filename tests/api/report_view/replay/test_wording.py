"""Each kind of statement has a sentence, which names its numbers."""

from collections.abc import Mapping

from api.report_view.pictures.text import ATTRIBUTES
from api.report_view.replay import arriving, correct, said
from api.report_view.replay.said import Statement
from api.report_view.replay.wording import Around, Wording
from grader.explanation.events import UseKey
from grader.finding import Call, CallKind
from tests.api.explained import node
from tests.offenders import for_each

_NODES = (node("a", 2, 1), node("b", 3, 1), node("c", 6, 1, "*", "a", "b"))
_USE = UseKey("a", "c", 0)
_RESET = Call(kind=CallKind.ZERO_GRAD, node="a", step=3)
_CLEAR = Call(kind=CallKind.CLEAR, node="a", step=3)
_PASS = Call(kind=CallKind.BACKWARD, node="c", step=3)

_SENTENCES: Mapping[Statement, str] = {
    said.WrongData("c", 7.0, 6.0): "The forward pass computes `c.data = 7`; it should be 6.",
    said.WrongData("c", None, 6.0): "The forward pass leaves no number in `c.data`; it should be 6.",
    said.WrongData("a", -3.0, 2.0): "After the forward pass, `a.data` is -3; it should be 2.",
    said.WrongData("a", None, 2.0): "After the forward pass, `a.data` is no number; it should be 2.",
    said.StartsWith("a", 1.0): "Before the pass, `a.grad` is 1 already; it should be 0.",
    said.Resets(_RESET, "a", 6.0): "`a.zero_grad()` runs: `a.grad` goes from 6 to 0.",
    said.Resets(_CLEAR, "a", 0.0): "`a.grad = 0` runs: `a.grad` stays 0.",
    said.ResetsNothing(_RESET, "a", 6.0): "`a.zero_grad()` runs: `a.grad` should become 0 and stays 6. Why.",
    said.ResetsToOther(_RESET, "a", 6.0, -6.0): (
        "`a.zero_grad()` runs: `a.grad` should become 0 and becomes -6. Why."
    ),
    said.ResetsToOther(_RESET, "a", 6.0, None): (
        "`a.zero_grad()` runs: `a.grad` should become 0 and becomes something that is not a number. Why."
    ),
    said.ChangesData("a", 2.0, 0.0): "`a.data` changes from 2 to 0; it should stay 2. Why.",
    said.ChangesData("a", 2.0, None): "`a.data` is no number any more; it should stay 2. Why.",
    said.Begins(1, 2): "Pass 1 of 2.",
    said.Seeds("c"): "Start: `c.grad` is set to 1.",
    said.SeedsOther("c", 2.0): "Start: `c.grad` is set to 2; it should be 1.",
    said.Sets("a", 6.0, 4.0): "`a.grad` is set from 6 to 4.",
    said.SetsOther("a", 6.0, 0.0, 4.0): "`a.grad` is set from 6 to 0; it should be 4.",
    said.SetsOther("a", 6.0, 0.0, 6.0): "`a.grad` is set from 6 to 0; it should stay 6.",
    said.Runs("c", 3.0): "The rule of `c` runs, with 3.",
    said.RunsAgain("c", 3.0): "The rule of `c` runs again, with 3.",
    said.GoesOn("c"): "The rule of `c` goes on.",
    arriving.GetsMore(_USE, 3.0, 4.0): "`a` gets 3 once more, together 7.",
    said.NotOfThisPass("c", "b"): "`b` does not depend on `c`: this rule should not run.",
    said.NotComplete("b", ("c",), 9.0): "`c` has not run yet: `b.grad` will get 9 more.",
    said.HadOther("c", 3.0): "`c.grad` should be 3 by now.",
    arriving.Gets(_USE, 3.0, 0.0): "`a` gets 3.",
    arriving.Gets(_USE, 3.0, 4.0): "`a` gets 3, together 7.",
    arriving.GetsOther(_USE, 3.0, 4.0): "`a` gets 3; it should get 4.",
    arriving.GetsNoNumber(_USE): "`a.grad` is set to something that is not a number.",
    arriving.GetsNothing(_USE, 3.0): "`a` gets nothing; it should get 3.",
    arriving.Replaces(_USE, 10.0, -6.0): "`a.grad`: 10 → -6. The 10 is replaced and lost.",
    arriving.Clears(_USE, 10.0): "`a.grad` is set from 10 to 0: the 10 is lost.",
    arriving.TooLate("c"): "The rule of `c` has already run, so this is not passed on.",
    said.NoRuleRuns(_PASS): "`c.backward()` runs, and no rule runs in it.",
    said.NeverRuns(("b", "c")): "Your pass ends here: the rules of `b` and `c` never run.",
    said.MoreSteps(3): "3 more steps follow.",
    said.Stops(): "Then Python stops on line 18.",
    said.Ends("a", 3.0): "End: `a.grad = 3`.",
    said.EndsWrong("a", 3.0, 4.0): "End: `a.grad = 3`; it should be 4.",
    said.EndsWrong("a", None, 4.0): "End: `a.grad` is no number; it should be 4.",
    said.EndsWrong("a", 3.0, 4.0, is_data=True): "End: `a.data = 3`; it should be 4.",
    correct.RightStart("c"): "A correct pass sets `c.grad` to 1.",
    correct.RightReset("a"): "In a correct class, `a.grad` is now 0.",
    correct.RightRest(("b",)): "Then a correct pass runs the rule of `b`.",
    correct.RightEnd(): "A correct pass is finished by now.",
    correct.RightNothing(): "A correct class changes no gradient here.",
}


@for_each(("statement", "sentence"), _SENTENCES.items(), ids=lambda one: type(one).__name__)
def test_a_statement_is_said_with_its_numbers(statement: Statement, sentence: str) -> None:
    assert statement.sentence(_wording()) == sentence


def test_what_a_right_rule_leaves_is_said() -> None:
    told = correct.RightRun("c", {"a": 3.0, "b": 2.0}).sentence(_wording())

    assert told == "A correct pass runs the rule of `c` now: `a.grad = 3` and `b.grad = 2`."


def test_every_kind_of_statement_is_said() -> None:
    modules = (said, arriving, correct)
    classes = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    kinds = {each for each in classes if issubclass(each, Statement)} - {Statement, said.WrongStatement}

    assert {type(each) for each in _SENTENCES} | {correct.RightRun} == kinds


def test_a_rule_that_wrote_nothing_may_have_run() -> None:
    around = Around(silent_rules_ran=True)
    wording = Wording({each.name: each for each in _NODES}, ATTRIBUTES, around)

    assert said.NeverRuns(("c",)).sentence(wording) == "Your pass ends here: the rule of `c` sends nothing."


def _wording() -> Wording:
    return Wording({each.name: each for each in _NODES}, ATTRIBUTES, Around(reason="Why.", stops="line 18"))
