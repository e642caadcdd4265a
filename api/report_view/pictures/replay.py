"""The passes of an explained graph, step by step: a picture and a sentence each, beside a right pass."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from api.report_view.numbers import short
from api.report_view.pictures.layers import Edge
from api.report_view.pictures.look import ArrowLook, BoxLook, BoxRow, PictureLook, name_row
from api.report_view.pictures.svg import Canvas, Direction, can_be_drawn
from api.report_view.pictures.text import ATTRIBUTES, figures, label
from api.words import replay as words
from grader.compare import Quantity
from grader.explanation.passes import Effect, Event, Passes, Sent, UseKey, same
from grader.finding import Explained, NodeExplained, Write
from grader.finding import Where as Place

MOST_STEPS = 24
_MOST_DRAWN_BOTH_WAYS = 6
"""Nodes of a graph whose steps are drawn for a small screen too: a page has room for so many."""
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Step:
    """What the submission did at once, and what is right there."""

    number: int
    sentences: tuple[str, ...]
    right: str
    is_wrong: bool
    """The first that does something wrong."""
    where: Place | None
    pictures: str


def steps(explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES) -> tuple[Step, ...]:
    """All steps; none where writes do not show what rules sent."""
    return _Replay(explained, attributes).steps() if can_be_drawn(explained) else ()


@dataclass(frozen=True)
class _Replay:
    explained: Explained
    attributes: Mapping[Quantity, str]

    @cached_property
    def passes(self) -> Passes:
        return Passes(self.explained)

    def steps(self) -> tuple[Step, ...]:
        events = [event for event in self.passes.events if not _does_nothing(event)][:MOST_STEPS]
        if not self.passes.is_traced or not events:
            return ()
        looks = list(self._looks(events))
        sentences = [tuple(self._sentences(number, events)) for number in range(len(events))]
        drawn = self._drawn(looks, [" ".join(each) for each in sentences])
        first_wrong = next((n for n in range(len(events)) if self._is_wrong(n, events)), None)
        rights = self._rights(events)
        return tuple(
            Step(
                number=number + 1,
                sentences=sentences[number],
                right=rights[number],
                is_wrong=number == first_wrong,
                where=_where(event.writes[0]),
                pictures=drawn[number],
            )
            for number, event in enumerate(events)
        )

    def _drawn(self, looks: Sequence[PictureLook], descriptions: Sequence[str]) -> list[str]:
        ways = list(Direction)
        if len(self.explained.nodes) > _MOST_DRAWN_BOTH_WAYS:
            ways = [Direction.RIGHT]
        canvases = [Canvas(self.explained, way, looks) for way in ways]
        return [
            "\n".join(canvas.drawn(look, description) for canvas in canvases)
            for look, description in zip(looks, descriptions, strict=True)
        ]

    # --- Pictures ---

    def _looks(self, events: Sequence[Event]) -> Iterator[PictureLook]:
        held: dict[str, float | None] = {}
        for event in events:
            before = dict(held)
            held.update((write.node, write.new) for write in event.writes)
            boxes = {
                node.name: self._box(node, before.get(node.name), held.get(node.name), event)
                for node in self.explained.nodes
            }
            yield PictureLook(boxes, dict(self._arrows(event)))

    def _box(self, node: NodeExplained, old: float | None, new: float | None, event: Event) -> BoxLook:
        rows, lit = [name_row(self.explained, node)], ("lit",) if event.node == node.name else ()
        grad = self.attributes[Quantity.GRADIENT]
        written = any(write.node == node.name for write in event.writes)
        if not written:
            return BoxLook((*rows, BoxRow(grad, _short(new or 0.0))), lit)
        lost = self._is_lost(node.name, event)
        text = f"{_short(old)} → {_short(new)}" if old else _short(new)
        return BoxLook((*rows, BoxRow(grad, text, "gone" if lost else "fresh")), lit)

    def _is_lost(self, name: str, event: Event) -> bool:
        writes = {id(s.write): s.effect for s in event.sent}
        return any(
            write.node == name
            and bool(write.old)
            and (writes.get(id(write)) in (Effect.REPLACED, Effect.CLEARED) or not write.new)
            for write in event.writes
        )

    def _arrows(self, event: Event) -> Iterator[tuple[Edge, ArrowLook]]:
        for sent in event.sent:
            value = "" if sent.value is None else _signed(sent.value)
            kind = "lost" if sent.effect is Effect.CLEARED else "active"
            yield Edge(*sent.use), ArrowLook(value or "?", kind=kind)

    # --- Sentences ---

    def _sentences(self, number: int, events: Sequence[Event]) -> Iterator[str]:
        event = events[number]
        if event.is_rule:
            again = any(other.is_rule and other.node == event.node for other in events[:number])
            yield words.runs(self._label(event.node), _short(event.had or 0.0), again=again)
            for sent in event.sent:
                yield self._arrival(sent)
            for use, right in self._left_out(event):
                yield words.gets_nothing(self._label(use.node), _short(right))
            yield from self._what_is_missing(number, events)
        else:
            write = event.writes[-1]
            number_ = self._number(write.node)
            if write.new and not write.old and (write.node == self.explained.root or same(write.new, 1.0)):
                yield words.starts(number_, _short(write.new))
            else:
                yield words.is_set(number_, _short(write.old) if write.old else "", _short(write.new))
        if number == len(events) - 1:
            yield from self._end()

    def _arrival(self, sent: Sent) -> str:
        node, old, new = self._label(sent.use.node), sent.write.old or 0.0, sent.write.new
        if sent.value is None or new is None:
            return words.is_set(self._number(sent.use.node), _short(old), "")
        if sent.effect is Effect.REPLACED and old:
            return words.replaces(self._number(sent.use.node), _short(old), _short(new))
        if sent.effect is Effect.CLEARED:
            return words.is_set(self._number(sent.use.node), _short(old), "0")
        right = self._right_value(sent)
        if right is not None and not same(right, sent.value):
            shown, got = figures(right, sent.value)
            return words.gets_nothing_right(node, got, shown)
        if not old:
            return words.gets_first(node, _short(sent.value))
        return words.gets(node, _short(sent.value), _short(new))

    def _right_value(self, sent: Sent) -> float | None:
        """What a right rule sends: with what its node had."""
        had = next((e.had for e in self.passes.events if any(s is sent for s in e.sent)), None)
        return None if had is None else self.passes.locals[sent.use] * had

    def _left_out(self, event: Event) -> Iterator[tuple[UseKey, float]]:
        """The operands to which a rule sends nothing, and should."""
        sent = {each.use for each in event.sent}
        for use, local in self.passes.locals.items():
            right = local * (event.had or 0.0)
            if use.consumer == event.node and use not in sent and not same(right, 0.0):
                yield use, right

    def _what_is_missing(self, number: int, events: Sequence[Event]) -> Iterator[str]:
        event = events[number]
        later = [
            each
            for other in events[number + 1 :]
            for each in other.sent
            if self.passes.is_single and each.use.node == event.node and each.use.consumer != event.node
        ]
        if later:
            nodes = list(dict.fromkeys(self._label(each.use.consumer) for each in later))
            rest = sum(each.value or 0.0 for each in later)
            yield words.has_not_run(nodes, self._number(event.node), _short(rest))
        for sent in event.sent if self.passes.is_single else ():
            ran = any(other.is_rule and other.node == sent.use.node for other in events[:number])
            if ran and not any(o.is_rule and o.node == sent.use.node for o in events[number + 1 :]):
                yield words.too_late(self._label(sent.use.node))

    def _end(self) -> Iterator[str]:
        wrong = [node for node in self.explained.nodes if node.wrong_gradient]
        shown = wrong[0] if wrong else self.explained.nodes[0]
        right, got = figures(shown.gradient, shown.gradient_got)
        if got:
            yield words.ends(self._number(shown.name), got, right)

    def _is_wrong(self, number: int, events: Sequence[Event]) -> bool:
        event = events[number]
        if not event.is_rule:
            write = event.writes[-1]
            if write.node == self.explained.root and write.new and not same(write.new, 1.0):
                return True
            return self.passes.is_single and bool(write.old) and not write.new
        if any(self._is_lost(write.node, event) for write in event.writes) or any(self._left_out(event)):
            return True
        if any(
            sent.value is None or not same(sent.value, self._right_value(sent) or 0.0) for sent in event.sent
        ):
            return True
        if not self.passes.is_single:
            return self._still_has_the_first_pass(number, events)
        ran = any(other.is_rule and other.node == event.node for other in events[:number])
        return ran or not same(event.had or 0.0, self.passes.right_gradients[event.node])

    def _still_has_the_first_pass(self, number: int, events: Sequence[Event]) -> bool:
        """Of several passes: whether a number of an earlier one is there that a right class has not."""
        right = self._right_states
        held = {write.node: write.new for event in events[: number + 1] for write in event.writes}
        names = {write.node for write in events[number].writes}
        if number >= len(right):
            return True
        return any(not same(held.get(name) or 0.0, right[number].get(name, 0.0)) for name in names)

    # --- The right pass ---

    @cached_property
    def _right_steps(self) -> list[tuple[str, dict[str, float], bool]]:
        """What a right class does: the node, the gradients that are written, whether a rule runs."""
        gradients: dict[str, float] = {}
        found: list[tuple[str, dict[str, float], bool]] = []
        for kind, name in _program_steps(self.explained):
            if kind == "clear":
                gradients[name] = 0.0
                found.append((name, {name: 0.0}, False))
                continue
            own = self._pass_from(name)
            gradients[name] = gradients.get(name, 0.0) + 1.0
            found.append((name, {name: gradients[name]}, False))
            for node in reversed(self.explained.nodes):
                written: dict[str, float] = {}
                for slot, operand in enumerate(node.operands):
                    if isinstance(operand, str) and own.get(node.name):
                        local = self.passes.locals[UseKey(operand, node.name, slot)]
                        gradients[operand] = gradients.get(operand, 0.0) + local * own[node.name]
                        written[operand] = gradients[operand]
                if written:
                    found.append((node.name, written, True))
        return found

    def _pass_from(self, root: str) -> dict[str, float]:
        """The gradients of one pass."""
        own = {root: 1.0}
        for node in reversed(self.explained.nodes):
            for slot, operand in enumerate(node.operands):
                if isinstance(operand, str) and node.name in own:
                    local = self.passes.locals[UseKey(operand, node.name, slot)]
                    own[operand] = own.get(operand, 0.0) + local * own[node.name]
        return own

    @cached_property
    def _right_states(self) -> list[dict[str, float]]:
        """All gradients after each right step."""
        held: dict[str, float] = {}
        states = []
        for _, written, _rule in self._right_steps:
            held = held | written
            states.append(held)
        return states

    def _rights(self, events: Sequence[Event]) -> list[str]:
        """One sentence a step; what a right pass does beyond is said at the last."""
        told = [self._right_sentence(*step) for step in self._right_steps]
        here = [told[n] if n < len(told) else words.right_end() for n in range(len(events))]
        left = [self._label(node) for node, _, rule in self._right_steps[len(events) :] if rule]
        if left and here:
            here[-1] = f"{here[-1]} {words.still_to_run(list(dict.fromkeys(left)))}"
        return here

    def _right_sentence(self, node: str, written: Mapping[str, float], rule: bool) -> str:  # noqa: FBT001
        if rule:
            return words.right_run(
                self._label(node), [f"{self._number(n)} = {_short(value)}" for n, value in written.items()]
            )
        if written[node] == 0.0:
            return words.right_clear(self._number(node))
        return words.right_start(self._number(node))

    def _label(self, name: str) -> str:
        return label(self.passes.nodes[name])

    def _number(self, name: str) -> str:
        text = self._label(name)
        return f"{text if text.isidentifier() else f'({text})'}.{self.attributes[Quantity.GRADIENT]}"


def _program_steps(explained: Explained) -> Iterator[tuple[str, str]]:
    """The passes and clearings of a graph, read off its lines: `backward` and `clear`, each with its node."""
    names = {node.name for node in explained.nodes}
    try:
        tree = ast.parse(explained.graph)
    except (SyntaxError, ValueError, RecursionError):
        yield "backward", explained.root
        return
    found = False
    for statement in tree.body:
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "zero_grad"))) if name in names:
                yield "clear", name
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)), args=[])) if name in names and not found:
                yield "backward", name
            case ast.Assign([ast.Attribute(ast.Name(name))], ast.Constant(0)) if name in names:
                yield "clear", name
            case ast.Assign([ast.Attribute(ast.Name(name))], ast.Constant(1.0)) if name in names:
                found = True  # closures are called by hand: one pass
                yield "backward", name


def _does_nothing(event: Event) -> bool:
    """A gradient is set to the 0 that it was, as when a node is made."""
    return not event.is_rule and not any(write.old or write.new for write in event.writes)


def _where(write: Write) -> Place | None:
    return Place(line=write.line, cell=write.cell) if write.line is not None else None


def _short(number: float | None) -> str:
    return "" if number is None else short(number, _DIGITS)


def _signed(number: float) -> str:
    text = _short(number)
    return text if text.startswith("-") else f"+{text}"
