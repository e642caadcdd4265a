"""The sentences of a step: one message for each kind of statement."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api.report_view.numbers import short
from api.report_view.pictures.text import figures, label
from api.report_view.replay import said
from api.report_view.replay.said import Statement
from api.words import replay as words
from grader.compare import Quantity
from grader.explanation.events import same
from grader.finding import Call, CallKind, NodeExplained, Where

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Around:
    """The facts of a finding that are not in its graph."""

    reason: str = ""
    """The reason why a reset does nothing."""
    where: Where | None = None
    """The line of that."""
    stops: str = ""
    """The place at which Python stops."""
    silent_rules_ran: bool = False
    """Whether a rule that wrote nothing may have run for nothing."""


NOTHING_AROUND = Around()


@dataclass(frozen=True)
class Wording:
    """Says statements about the nodes of one graph."""

    nodes: Mapping[str, NodeExplained]
    attributes: Mapping[Quantity, str]
    around: Around = NOTHING_AROUND

    def sentence(self, statement: Statement) -> str:
        """The statement as a sentence."""
        return _SENTENCES[type(statement)](self, statement)

    def label(self, name: str) -> str:
        """The name that a reader has for a node."""
        return label(self.nodes[name])

    def gradient(self, name: str) -> str:
        """`a.grad`."""
        return self._number(name, Quantity.GRADIENT)

    def data(self, name: str) -> str:
        """`a.data`."""
        return self._number(name, Quantity.DATA)

    def call(self, call: Call) -> str:
        """A pass or a reset as it stands in the graph."""
        if call.kind is CallKind.CLEAR:
            return f"{self.gradient(call.node)} = 0"
        name = self.label(call.node)
        return f"{name if name.isidentifier() else f'({name})'}.{call.kind.value}()"

    def _number(self, name: str, quantity: Quantity) -> str:
        text = self.label(name)
        return f"{text if text.isidentifier() else f'({text})'}.{self.attributes[quantity]}"


def number(value: float | None) -> str:
    """A number as a person writes it; empty where there is none."""
    return "" if value is None else short(value, _DIGITS)


def _gets(w: Wording, it: said.Gets) -> str:
    node, value = w.label(it.use.node), number(it.value)
    return words.gets(node, value, number(it.old + it.value)) if it.old else words.gets_first(node, value)


def _gets_other(w: Wording, it: said.GetsOther) -> str:
    right, value = figures(it.right, it.value)
    return words.gets_other(w.label(it.use.node), value, right)


def _resets(w: Wording, it: said.Resets) -> str:
    old = "" if same(it.old, 0.0) else number(it.old)
    return words.resets(w.call(it.call), w.gradient(it.node), old)


def _resets_nothing(w: Wording, it: said.ResetsNothing) -> str:
    told = words.resets_nothing(w.call(it.call), w.gradient(it.node), number(it.held))
    return f"{told} {w.around.reason}".strip()


def _resets_to_other(w: Wording, it: said.ResetsToOther) -> str:
    told = words.resets_to_other(w.call(it.call), w.gradient(it.node), number(it.new))
    return f"{told} {w.around.reason}".strip()


def _never_runs(w: Wording, it: said.NeverRuns) -> str:
    nodes = [w.label(name) for name in it.nodes]
    return words.sends_nothing(nodes) if w.around.silent_rules_ran else words.never_runs(nodes)


def _changes_data(w: Wording, it: said.ChangesData) -> str:
    told = words.changes_data(w.data(it.node), number(it.old), number(it.new))
    return f"{told} {w.around.reason}".strip()


def _ends_wrong(w: Wording, it: said.EndsWrong) -> str:
    right, got = figures(it.right, it.got)
    return words.ends(w.data(it.node) if it.is_data else w.gradient(it.node), got, right)


def _wrong_data(w: Wording, it: said.WrongData) -> str:
    right, got = figures(it.right, it.got)
    told = words.input_is_wrong if w.nodes[it.node].op is None else words.forward_is_wrong
    return told(w.data(it.node), got, right)


def _sets_other(w: Wording, it: said.SetsOther) -> str:
    right, new = figures(it.right, it.new)
    return words.sets_other(w.gradient(it.node), number(it.old), new, right)


def _had_other(w: Wording, it: said.HadOther) -> str:
    return words.should_be_now(w.gradient(it.node), number(it.right))


def _right_run(w: Wording, it: said.RightRun) -> str:
    values = [f"{w.gradient(name)} = {number(value)}" for name, value in it.values.items()]
    return words.right_run(w.label(it.node), values)


_SENTENCES: Mapping[type[Statement], Callable[[Wording, Any], str]] = {
    said.WrongData: _wrong_data,
    said.StartsWith: lambda w, it: words.starts_with(w.gradient(it.node), number(it.held)),
    said.Resets: _resets,
    said.ResetsNothing: _resets_nothing,
    said.ResetsToOther: _resets_to_other,
    said.ChangesData: _changes_data,
    said.Begins: lambda _, it: words.begins(it.number, it.of),
    said.Seeds: lambda w, it: words.starts(w.gradient(it.node), "1"),
    said.SeedsOther: lambda w, it: words.starts_other(w.gradient(it.node), number(it.new)),
    said.Sets: lambda w, it: words.is_set(w.gradient(it.node), number(it.old or None), number(it.new)),
    said.SetsOther: _sets_other,
    said.Runs: lambda w, it: words.runs(w.label(it.node), number(it.had), again=False),
    said.RunsAgain: lambda w, it: words.runs(w.label(it.node), number(it.had), again=True),
    said.GoesOn: lambda w, it: words.goes_on(w.label(it.node)),
    said.NotOfThisPass: lambda w, it: words.not_of_this_pass(w.label(it.node), w.label(it.root)),
    said.NotComplete: lambda w, it: words.has_not_run(
        [w.label(name) for name in it.later], w.gradient(it.node), number(it.rest)
    ),
    said.HadOther: _had_other,
    said.Gets: _gets,
    said.GetsMore: lambda w, it: words.gets_more(
        w.label(it.use.node), number(it.value), number(it.old + it.value)
    ),
    said.GetsOther: _gets_other,
    said.GetsNoNumber: lambda w, it: words.is_set(w.gradient(it.use.node), "", ""),
    said.GetsNothing: lambda w, it: words.gets_nothing(w.label(it.use.node), number(it.right)),
    said.Replaces: lambda w, it: words.replaces(w.gradient(it.use.node), number(it.old), number(it.new)),
    said.Clears: lambda w, it: words.clears(w.gradient(it.use.node), number(it.old)),
    said.TooLate: lambda w, it: words.too_late(w.label(it.node)),
    said.NoRuleRuns: lambda w, it: words.no_rule_runs(w.call(it.call)),
    said.NeverRuns: _never_runs,
    said.MoreSteps: lambda _, it: words.more_steps(it.number),
    said.Stops: lambda w, _: words.stops(w.around.stops),
    said.Ends: lambda w, it: words.ends(w.gradient(it.node), number(it.got), number(it.got)),
    said.EndsWrong: _ends_wrong,
    said.RightStart: lambda w, it: words.right_start(w.gradient(it.node)),
    said.RightRun: _right_run,
    said.RightReset: lambda w, it: words.right_clear(w.gradient(it.node)),
    said.RightRest: lambda w, it: words.right_rest([w.label(name) for name in it.nodes]),
    said.RightEnd: lambda _w, _it: words.right_end(),
    said.RightNothing: lambda _w, _it: words.right_nothing(),
}
