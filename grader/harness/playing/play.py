"""Plays graphs with a student's class, and reads the numbers of every node."""

import contextlib
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ..loading.source import Cell
from ..model.asked import AskedNodes
from ..model.backward import backward_caller, takes_gradient, unwritten_pass
from ..model.filled import filled
from ..model.find_class import ValueClass
from ..model.operations import Operations
from ..model.primitives import PRIMITIVES
from ..model.read import ABSENT
from ..model.signatures import required_arguments
from ..network.calling import Unseen
from ..network.loops import IN_LOOPS
from ..running.problem import Missing, TooLong, describe
from ..wire.as_json import as_json
from . import ordinary, own_rule, second_use, watched
from .absent import standing_in
from .by_hand import ByHand
from .kept_rule import KeptRule, kept_rule
from .networks import NetworkMessage, Networks
from .second_use import UseAgain
from .values import (
    ANSWERED,
    BACKWARD_ERROR,
    FORWARD_ERROR,
    MISSING,
    NOT_APPLICABLE,
    NOTHING,
    ForwardValues,
    PlayOutcome,
    Values,
    encode,
)

_CONVENTION_TRIES = 3
_PLAIN = (MemoryError, Missing, RecursionError)
"""Errors that say by themselves what stopped a play."""
_REFUSALS = (AssertionError, AttributeError, RuntimeError, TypeError, ValueError)


class GraphMessage(NamedTuple):
    """One graph of a job, its fields in the order in which the host writes them.

    A *slot* holds an input, an operation's node, or a constant, in that order.
    """

    labels: list[str]
    nodes: int
    steps: list[tuple[str, int, list[int]]]
    constants: list[Any]
    about: list[str]
    drive: str
    replaced: int | None
    """The slot whose local rule is replaced, where the drive is `own-rule`."""
    seeds_itself: bool
    reuses_nodes: bool
    """Whether something computed is used again after a pass went through it."""
    network: list[Any] | None = None
    """The fields of the network that the graph is."""

    def below(self, slot: int) -> list[int]:
        """Return the slots of the node in this one and of all nodes that it is computed from."""
        below = {slot}
        for op, target, operands in reversed(self.steps):
            if op in PRIMITIVES and target in below:
                below.update(operands)
        return sorted(each for each in below if each < self.nodes)

    @property
    def begins_in_the_middle(self) -> bool:
        """Whether a pass begins at another node than the one that was made last."""
        last = None
        for op, target, _ in self.steps:
            if op == "backward" and target != last:
                return True
            last = target if op in PRIMITIVES else last
        return False


class PlayMessage(NamedTuple):
    """One play of a graph."""

    number: int
    graph: GraphMessage
    inputs: list[float]
    seed: int
    """The layout; the first, where the order of a set cannot matter to a right class."""
    reverse: bool
    order: list[int]


_ORDINARY = PlayMessage(
    number=0,
    graph=GraphMessage(
        labels=["a", "b"], nodes=4, steps=[("*", 2, [0, 1]), ("+", 3, [2, 0]), ("backward", 3, [])],
        constants=[], about=[], drive="backward", replaced=None, seeds_itself=False, reuses_nodes=False,
    ),
    inputs=[2.0, -3.0], seed=0, reverse=False, order=[],
)  # fmt: skip
"""A graph that every right class has values and gradients for."""


class PlayedRun(NamedTuple):
    """The nodes of one run of a play, and under which conventions it was made."""

    slots: list[Any]
    leaf: Any
    caller_seeds: bool


class Player:
    """Plays with one class, and remembers which conventions it turned out to need."""

    def __init__(self, value_class: ValueClass) -> None:
        self.value_class = value_class
        self.operations = Operations(value_class)
        self.leaf = value_class.leaf
        self.caller_seeds = False
        self.may_seed = value_class.caller_seeds and not takes_gradient(value_class)
        """Whether the assignment says that the caller seeds, and no pass has shown yet who does."""
        self.tries = _CONVENTION_TRIES
        self.run_backward = backward_caller(value_class)
        self.is_unwritten = unwritten_pass(value_class)
        self.nothing_ran = False
        """Whether the last pass that was asked for has no body."""
        self.asking = False
        self.builds_only = False
        """Whether a play ends where gradients are asked for: what the class lacks shows before."""
        self.was_stopped = False
        """Whether the play was one that took too long for a try."""
        self.was_full = False
        """Whether the play was one that used up the memory."""
        self.by_hand: ByHand | None = None
        self.asked_own_rule = False
        """Whether it was asked, once in a child, that the pass with our rule runs the usual lines."""
        self.cells: list[Cell] = []
        """The source, where it is asked whether that trains in a loop."""
        self.is_edited = False
        """Whether the source has edits of ours: then a part that is right shows what they are worth."""
        self.keep: list[PlayedRun] | None = None
        """Where the nodes of the play are kept, run by run, while someone watches."""
        self.at: int | None = None
        """Which step of the graph is being done; None before the first, or where rules are called by hand."""
        self.slots: list[Any] = []
        """Those of the graph that is being played."""
        self.second_use: UseAgain | None = None
        """Of a graph whose nodes are used again after a pass."""

    @property
    def conventions(self) -> tuple[Any, ...]:
        """The facts that plays have shown of the class so far: a play that is ended early shows none."""
        return self.leaf, self.caller_seeds, self.may_seed, self.tries, len(self.value_class.notes)

    @conventions.setter
    def conventions(self, kept: tuple[Any, ...]) -> None:
        """Take back what was learned since."""
        self.leaf, self.caller_seeds, self.may_seed, self.tries, notes = kept
        del self.value_class.notes[notes:]

    def notes(self) -> list[dict[str, Any]]:
        """Return what had to be adapted so far."""
        types = sorted(self.value_class.reader.types)[:5]
        return self.value_class.notes + [{"kind": "type", "name": name} for name in types]

    def plays(self, job: dict[str, Any]) -> Iterator[PlayMessage]:
        """Yield the plays of a job, in its order."""
        graphs = [GraphMessage(*graph) for graph in job["graphs"]]
        for number, graph, inputs, seed, reverse, order in job["plays"]:
            yield PlayMessage(number, graphs[graph], inputs, seed, reverse, order)

    def answer(self, play: PlayMessage, *, asks: bool = False) -> bytes:
        """Play once, and return the numbers of every node, or what went wrong, as bytes.

        If it `asks`, a play that raised may turn out to wait for an operation: an edit's own call is no such.
        """
        detail: dict[str, Any] = {}
        self.value_class.layouts.start(play.seed, reverse=play.reverse)
        self.asking = self.was_full = self.was_stopped = False
        if self.value_class.computing is not None:
            self.value_class.computing.forget()
        try:
            status, values, detail = self.drive(play)
        except BaseException as error:
            self.was_stopped = type(error) is TooLong
            self.was_full = issubclass(type(error), MemoryError)
            status = BACKWARD_ERROR if self.asking else FORWARD_ERROR
            seen = self.absent_call(play, error) if asks else error
            if isinstance(seen, Missing):
                status = MISSING
            values, detail = NOTHING, describe(seen, self.value_class.places)
        self.slots = []
        text = as_json(detail) if detail else b""
        return encode(play.number, status, values) + text

    def absent_call(self, play: PlayMessage, error: BaseException) -> BaseException:
        """Return the call of an absent operation that stopped a play; the error itself if none did."""
        if not isinstance(error, Exception) or isinstance(error, _PLAIN):
            return error
        value_class = self.value_class
        with (
            contextlib.suppress(Exception),
            standing_in(value_class.cls, self.operations.absent, value_class.places, value_class.data_name),
        ):
            value_class.layouts.start(play.seed, reverse=play.reverse)
            try:
                self.drive(play)
            except Missing as missing:
                # In a rule, a number on the left of a node is its gradient, which should be a number.
                is_gradient = self.asking and missing.operation.startswith("reflected ")
                return error if is_gradient else Missing(missing.operation)
        return error

    def drive(self, play: PlayMessage) -> PlayOutcome:
        """Play as the graph is driven, and return what became of it."""
        if play.graph.drive == "backward":
            return self._by_pass(play)
        if play.graph.drive in ("watched", "moved"):
            return watched.drive(self, play)
        if play.graph.drive == "ordinary":
            return ordinary.drive(self, play)
        if play.graph.drive in ("by-hand", "network"):
            return self.with_closures(play) if play.graph.network is None else self.with_network(play)
        if self.rule is None or not self.rule.is_callable_alone:
            return PlayOutcome(NOT_APPLICABLE, NOTHING, {"kind": "no-closures"})
        return own_rule.drive(self, play, self.rule.name)

    def _by_pass(self, play: PlayMessage) -> PlayOutcome:
        """Call the pass, where it can begin at the nodes at which the graph has it begin."""
        prepared = self.value_class.prepared
        if prepared is not None and prepared.is_given_no_output and play.graph.begins_in_the_middle:
            return PlayOutcome(NOT_APPLICABLE, NOTHING, {"kind": "last-node-only"})
        return second_use.drive(self, play) if play.graph.reuses_nodes else self.with_backward(play)

    @cached_property
    def rule(self) -> KeptRule | None:
        """The place where nodes keep their local rule: by its usual name, else by what it does."""
        if self.value_class.closure_name is not None:
            return KeptRule(self.value_class.closure_name, is_callable_alone=True)
        found = kept_rule(self)
        self.asking = False
        if found is not None and found.is_callable_alone:
            self.value_class.note("rule-name", name=found.name)
        return found

    def with_closures(self, play: PlayMessage) -> PlayOutcome:
        """Call the closures by hand; where there are none to call, play the same graph by `backward()`.

        So what cannot be driven by hand is asked all the same, and calling a closure otherwise gains nothing.
        """
        outcome = PlayOutcome(NOT_APPLICABLE, NOTHING, {"kind": "no-closures"})
        if self.rule is not None and self.rule.is_callable_alone:
            self.by_hand = self.by_hand or ByHand(self, self.rule.name)
            outcome = self.by_hand.drive(play)
            if outcome.status == ANSWERED:
                return outcome
        if self.value_class.backward_name is None:
            return outcome
        self.value_class.note("by-backward", **({"name": self.rule.name} if self.rule else {}))
        return self.with_backward(play)

    def with_network(self, play: PlayMessage) -> PlayOutcome:
        """Ask the classes for networks that the graph is about."""
        asked = NetworkMessage(*(play.graph.network or ()))
        try:
            slots, (forward, forward_kinds), seen = self.networks.ask(play, asked)
        except Unseen as unseen:
            return PlayOutcome(
                NOT_APPLICABLE, NOTHING, {"kind": "network-unseen", "operation": str(unseen)[:80]}
            )
        except Missing as missing:
            if missing.operation not in IN_LOOPS or self.networks.training is None:
                raise
            return PlayOutcome(
                NOT_APPLICABLE, NOTHING, {"kind": "network-in-loop", "operation": missing.operation}
            )
        value_class = self.value_class
        self.ask_each(slots)
        data, data_kinds = value_class.reader.attributes(slots, value_class.data_name)
        gradients, gradient_kinds = value_class.reader.attributes(slots, value_class.grad_name)
        values = Values(forward + data + gradients, forward_kinds + data_kinds + gradient_kinds)
        return PlayOutcome(ANSWERED, values, seen)

    @cached_property
    def networks(self) -> Networks:
        """The classes for networks; how gradients are asked for is found out by an ordinary graph before."""
        with contextlib.suppress(Exception):
            self.with_backward(_ORDINARY)
        self.asking = False
        return Networks(self)

    def with_backward(self, play: PlayMessage) -> PlayOutcome:
        """Call the student's `backward()`; where no gradient comes, under other conventions too."""
        values = self.seeded_if_needed(play) if self.may_seed else self.once(play)
        if self.tries and self.may_show_conventions(play):
            if _no_gradient(values, len(play.inputs)):
                self.tries -= 1
                values = self.other_conventions(play) or values
            elif not _has_silent_output(values):  # a rule that ignores that 0 shows nothing of who seeds
                self.tries = 0
        if self.nothing_ran and _no_gradient(values, len(play.inputs)):
            raise Missing("backward()")
        return PlayOutcome(ANSWERED, values, {})

    def seeded_if_needed(self, play: PlayMessage) -> Values:
        """Seed the output where no gradient comes without that: so a class may do it itself, too."""
        try:
            values = self.once(play)
        except Missing:
            raise
        except Exception:
            values = NOTHING
        self.asking = False
        if values is not NOTHING and not _no_gradient(values, len(play.inputs)):
            self.may_seed = False
            return values
        self.caller_seeds, helped = True, False
        try:
            values = self.once(play)
            helped = not _no_gradient(values, len(play.inputs))
        finally:
            self.caller_seeds, self.may_seed = helped, not helped
        return values

    def other_conventions(self, play: PlayMessage) -> Values | None:
        """Try leaves of another class, or an output seeded by the caller: the first that gives gradients."""
        first_leaf = self.leaf
        for leaf in (first_leaf, *self.value_class.other_leaves):
            for caller_seeds in (False, True):
                if (leaf, caller_seeds) == (first_leaf, False):
                    continue
                self.leaf, self.caller_seeds = leaf, caller_seeds
                try:
                    values = self.once(play)
                except Exception:  # noqa: S112 - this convention is not the class's
                    continue
                if not _no_gradient(values, len(play.inputs)):
                    self.note_convention(other_leaf=leaf is not first_leaf)
                    return values
        self.leaf, self.caller_seeds = first_leaf, False
        return None

    def may_show_conventions(self, play: PlayMessage) -> bool:
        """Whether the gradients of a play may show who seeds, or which leaves have gradients.

        A node that holds its rule under the name of the pass hides that, and so who seeds.
        """
        name = self.value_class.backward_name or ""
        is_method = hasattr(self.value_class.pass_class, name)
        is_hidden = is_method and any(name in getattr(node, "__dict__", ()) for node in self.slots)
        return not is_hidden and bool(self.value_class.other_leaves or not play.graph.seeds_itself)

    def note_convention(self, *, other_leaf: bool) -> None:
        """Say which convention is used from now on."""
        if other_leaf:
            self.value_class.note("leaf-class")
        if self.caller_seeds and not self.value_class.caller_seeds:
            self.value_class.note("caller-seeds")

    def once(self, play: PlayMessage) -> Values:
        """Build the graph anew, do its steps, and return what can be read then."""
        graph, do, use = play.graph, self.operations.do, self.second_use
        if use is not None:
            use.start()
        slots = self.leaves(play)
        forward_values = ForwardValues(self.value_class)
        asked: list[int] = []
        is_behind_a_pass = False
        for self.at, (op, target, operands) in enumerate(graph.steps):
            if op in PRIMITIVES:
                if is_behind_a_pass and not graph.reuses_nodes:
                    self.value_class.layouts.begin_graph()
                is_behind_a_pass = False
                slots[target] = do(op, [slots[slot] for slot in operands], graph.about)
            elif op == "backward":
                self.compute_waiting()
                forward_values.read(slots, graph.nodes)
                self._go_backward(graph, target, again=target in asked)
                asked.append(target)
                is_behind_a_pass = True
            elif op == "clear":
                self.ask_each(slots[: graph.nodes])
                slots[target] = self.cleared(slots[target])
            else:
                self.zero_grad(slots[target])
        return self.read(slots, forward_values, graph.nodes)

    def leaves(self, play: PlayMessage) -> list[Any]:
        """Return the slots, with inputs and constants in place."""
        self.slots, self.at = [], None
        for part in (self.value_class.asked, self.value_class.computing):
            if part is not None:
                part.forget()
        graph, leaf = play.graph, self.leaf
        slots = [leaf(x, label) for x, label in zip(play.inputs, graph.labels, strict=True)]
        slots += [None] * (graph.nodes - len(slots)) + graph.constants
        if self.keep is not None:
            self.keep.append(PlayedRun(slots, self.leaf, self.caller_seeds))
        self.slots = slots
        return slots

    def read(self, slots: list[Any], forward_values: ForwardValues, count: int) -> Values:
        """Read what was made, and what stands in every node now."""
        value_class, nodes, before = self.value_class, slots[:count], None
        if value_class.computing is not None and value_class.computing.waiting:
            # To compute them may set gradients to 0.
            self.ask_each(nodes)
            before = value_class.reader.attributes(nodes, value_class.grad_name)
            self.compute_waiting()
        forward_values.read(slots, count)
        self.ask_each(nodes)
        data, data_kinds = value_class.reader.attributes(nodes, value_class.data_name)
        gradients, gradient_kinds = before or value_class.reader.attributes(nodes, value_class.grad_name)
        return Values(
            forward_values.numbers + data + gradients, forward_values.kinds + data_kinds + gradient_kinds
        )

    def compute_waiting(self) -> None:
        """Have nodes compute the numbers that they have not yet, in a class that does so when it is asked."""
        if self.value_class.computing is not None:
            self.value_class.computing.run_waiting()

    def _go_backward(self, graph: GraphMessage, target: int, *, again: bool) -> None:
        """Ask for gradients by the node of a slot; look at the graph around that where it is used again."""
        use, asked, nodes = self.second_use, self.value_class.asked, self.slots[: graph.nodes]
        if use is not None:
            use.before_pass(nodes)
        self.backward(self.slots[target], seeds_itself=graph.seeds_itself, again=again)
        if self.value_class.computing is not None:
            self.value_class.computing.is_behind_a_pass = True
        if asked is not None and asked.at_once:
            self.ask_each([self.slots[below] for below in graph.below(target)])
        if use is not None:
            self.ask_each(nodes)
            use.after_pass(nodes)

    def backward(self, root: Any, *, seeds_itself: bool, again: bool = False) -> None:
        """Ask for gradients. A class may refuse to do so twice: its graph is freed, or its rules used up."""
        if self.builds_only:
            raise TooLong
        if self.caller_seeds and (self.value_class.caller_seeds or not seeds_itself):
            setattr(root, self.value_class.grad_name, filled(root, 1.0, self.value_class))
        self.nothing_ran = self.is_unwritten(root)
        self.asking = True
        refusals = (Exception,) if again else _REFUSALS if self.nothing_ran else ()
        with contextlib.suppress(*refusals):
            self.run_backward(root)
        self.asking = False

    def ask_each(self, nodes: list[Any]) -> None:
        """Have nodes asked for their gradients, where a pass leaves that to its caller."""
        if (asked := self.value_class.asked) is not None:
            self.asking = bool(asked.outputs)
            asked.ask(nodes)
            self.asking = False

    def cleared(self, node: Any) -> Any:
        """Return the node with its gradient as at first: zero, or whatever a fresh one holds in its place.

        Where gradients cannot be set from outside, the class's own way; else a node in its place. A node that
        is asked for its gradient would go on asking its users in an earlier graph: it is made anew, too.
        """
        is_cleared = self.clears(node)
        if self.second_use is not None:
            self.second_use.note_cleared(node, is_set=is_cleared)
            return node
        if is_cleared and not isinstance(self.value_class.asked, AskedNodes):
            return node
        return self.leaf(self.value_class.reader.attribute(node, self.value_class.data_name)[0], "")

    def clears(self, node: Any) -> bool:
        """Set a node's gradient to what a fresh one has, if there is a way to; whether there is."""
        value_class = self.value_class
        fresh = getattr(self.leaf(1.0, ""), value_class.grad_name, 0.0)
        try:
            setattr(node, value_class.grad_name, 0.0 if isinstance(fresh, int | float) else fresh)
        except (AttributeError, TypeError):
            method = getattr(node, "zero_grad", None)
            if not callable(method) or required_arguments(method):
                return False
            method()
        return True

    def zero_grad(self, node: Any) -> None:
        """Clear a gradient in the class's own way.

        Some can do so from the output of a pass only. What is not cleared then shows in the numbers.
        """
        method = getattr(node, "zero_grad", None)
        if not callable(method) or required_arguments(method):
            raise Missing("zero_grad")
        with contextlib.suppress(*_REFUSALS):
            method()


def _has_silent_output(values: Values) -> bool:
    """Whether the last node's gradient is 0."""
    return values.kinds[-1] < ABSENT and values.numbers[-1] == 0


def _no_gradient(values: Values, inputs: int) -> bool:
    """Whether no input received anything."""
    start = 2 * len(values.numbers) // 3
    gradients = zip(values.numbers[start : start + inputs], values.kinds[start:], strict=False)
    return all(kind >= ABSENT or number == 0 for number, kind in gradients)
