"""The text of one graph, read to a `Program`: the language of `suites`, for text of strangers.

Python's own parser is not used, for it can be made to exhaust its stack: this one counts how deep it is. What
it accepts is what `suites.parse` accepts, with the inputs given by statements such as `a = 2`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.hunt.problem import HuntProblemKind
from grader.hunt.tokens import Token, number_of, tokens
from suites import FUNCTIONS, Backward, Clear, Operand, Operation, Program, Step, ZeroGrad

MOST_NODES = 30
MOST_CALLS = 10
"""Statements of one graph that call `backward()`, or clear a gradient."""
MOST_DEPTH = 20
LONGEST_NAME = 40

_SHOWN = 60
_ADDITIVE, _MULTIPLICATIVE = frozenset("+-"), frozenset("*/")


class ReadGraph(NamedTuple):
    """A graph that can be played."""

    program: Program
    inputs: tuple[float, ...]
    first: int
    """The number of its first line in the file."""
    lines: tuple[int, ...]
    """The number of the line of each operation."""


class _Tree(NamedTuple):
    """An expression that is not in the graph yet."""

    token: Token
    """The token that problems with it are about."""
    start: int
    end: int
    value: Operand | None = None
    """The name or the number, of what is no operation."""
    op: str = ""
    operands: tuple["_Tree", ...] = ()
    written: tuple[int, int] = (0, 0)
    """Where the text of an operation begins and ends, without brackets around it."""


def read_graph(lines: Sequence[str], first: int) -> ReadGraph:
    """Read a graph whose first line has this number in the file.

    Raises:
        HuntProblemError: with the place, for anything outside the language.
    """
    graph = _GraphReader()
    for number, text in enumerate(lines, first):
        found = tokens(text, number)
        while found:
            ends = next((i for i, token in enumerate(found) if token.text == ";"), len(found) - 1)
            statement = [*found[:ends], found[ends]._replace(kind="end")]
            if len(statement) > 1:
                graph.statement(_Statement(text, statement))
            found = found[ends + 1 :]
    return graph.done(first)


@dataclass
class _Statement:
    """A statement, read from the left to the right."""

    line: str
    tokens: Sequence[Token]
    at: int = 0
    depth: int = 0

    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """Go on by a token."""
        token = self.next
        self.at += token.kind != "end"
        return token

    def is_sign(self, *signs: str) -> bool:
        """Whether one of these signs comes next."""
        return self.next.kind == "sign" and self.next.text in signs

    def require(self, text: str) -> Token:
        """Return the next token, which must be this text.

        Raises `HuntProblemError` if another one comes.
        """
        if self.next.text != text or self.next.kind == "end":
            raise self.unexpected()
        return self.take()

    def unexpected(self) -> Exception:
        """Return the problem that something else comes."""
        ended = self.next.kind == "end"
        return self.next.problem(HuntProblemKind.UNFINISHED if ended else HuntProblemKind.UNEXPECTED)

    def require_end(self) -> None:
        """Check that nothing else comes.

        Raises `HuntProblemError` if something does.
        """
        if self.next.kind != "end":
            raise self.unexpected()

    def sum(self) -> _Tree:
        """Read terms with signs between."""
        tree = self.product()
        while self.is_sign(*_ADDITIVE):
            tree = _operation_tree(self.take(), tree, self.product())
        return tree

    def product(self) -> _Tree:
        """Read factors with signs between."""
        tree = self.factor()
        while self.is_sign(*_MULTIPLICATIVE):
            tree = _operation_tree(self.take(), tree, self.factor())
        return tree

    def factor(self) -> _Tree:
        """Read a power, with a minus before it or without."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.next.problem(HuntProblemKind.TOO_DEEP, MOST_DEPTH)
        tree = self.negated() if self.is_sign("-") else self.power()
        self.depth -= 1
        return tree

    def negated(self) -> _Tree:
        """Read a minus and what it is before: the negative of a number is a number."""
        sign = self.take()
        inner = self.factor()
        if isinstance(inner.value, int | float):
            return inner._replace(value=-inner.value, start=sign.start)
        return _Tree(sign, sign.start, inner.end, None, "neg", (inner,), (sign.start, inner.end))

    def power(self) -> _Tree:
        """Read a base, with an exponent or without."""
        base = self.atom()
        return _operation_tree(self.take(), base, self.factor()) if self.is_sign("**") else base

    def atom(self) -> _Tree:
        """Read a name, a number, a function of something, or brackets."""
        token = self.next
        if token.kind == "number":
            self.take()
            return _Tree(token, token.start, token.end, number_of(token))
        if token.kind == "name":
            self.take()
            is_call = self.is_sign("(")
            return self.function(token) if is_call else _Tree(token, token.start, token.end, token.text)
        self.require("(")
        inner = self.sum()
        closing = self.require(")")
        return inner._replace(start=token.start, end=closing.end)

    def function(self, name: Token) -> _Tree:
        """Read what a function is applied to."""
        if name.text not in FUNCTIONS:
            raise name.problem(HuntProblemKind.UNKNOWN_FUNCTION)
        self.require("(")
        inner = self.sum()
        closing = self.require(")")
        return _Tree(name, name.start, closing.end, None, name.text, (inner,), (name.start, closing.end))


def _operation_tree(sign: Token, left: _Tree, right: _Tree) -> _Tree:
    span = (left.start, right.end)
    return _Tree(sign, *span, None, sign.text, (left, right), span)


def _require_zero(statement: _Statement) -> None:
    """Check that the value is zero: a gradient is set to nothing else."""
    number = statement.next
    if number.kind == "end":
        raise statement.unexpected()
    if number.kind != "number" or number_of(number) != 0:
        raise number.problem(HuntProblemKind.NOT_ZERO)
    statement.take()


@dataclass
class _GraphReader:
    """Turns statements into inputs and steps."""

    inputs: dict[str, float] = field(default_factory=dict)
    places: dict[str, Token] = field(default_factory=dict)
    """Every node that has a name of the student's, and the token that gave it."""
    used: set[str] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of each operation."""
    calls: int = 0
    unnamed: int = 0

    def statement(self, statement: _Statement) -> None:
        """Read a statement: a node, or what is done with one."""
        name = statement.take()
        if name.kind != "name":
            raise name.problem(HuntProblemKind.UNEXPECTED)
        if statement.is_sign("."):
            self.call(name, statement)
        else:
            self.node(name, statement)

    def node(self, name: Token, statement: _Statement) -> None:
        """Read a new node: an input, or an operation."""
        statement.require("=")
        tree = statement.sum()
        statement.require_end()
        if name.text in FUNCTIONS:
            raise name.problem(HuntProblemKind.NAME_OF_FUNCTION)
        if len(name.text) > LONGEST_NAME:
            raise name.problem(HuntProblemKind.NAME_TOO_LONG, LONGEST_NAME)
        if name.text in self.places:
            raise name.problem(HuntProblemKind.NAME_TAKEN)
        if isinstance(tree.value, str):
            self.use(tree.token)
            raise tree.token.problem(HuntProblemKind.NO_NEW_NODE)
        if tree.value is None:
            self.add(tree, statement.line, name)
        else:
            self.require_room(name)
            self.inputs[name.text] = float(tree.value)
        self.places[name.text] = name

    def call(self, name: Token, statement: _Statement) -> None:
        """Read what is done with a node that is there."""
        statement.require(".")
        node, what = self.use(name), statement.take()
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise name.problem(HuntProblemKind.TOO_MANY_CALLS, MOST_CALLS)
        if what.text == "grad":
            statement.require("=")
            _require_zero(statement)
            self.steps.append(Clear(node))
        elif what.text in ("backward", "zero_grad"):
            statement.require("(")
            statement.require(")")
            self.steps.append(Backward(node) if what.text == "backward" else ZeroGrad(node))
        else:
            ended = what.kind == "end"
            raise what.problem(HuntProblemKind.UNFINISHED if ended else HuntProblemKind.UNEXPECTED)
        statement.require_end()

    def use(self, token: Token) -> str:
        """Return the name of a node that exists, and remember that it is used."""
        if token.text not in self.places:
            raise token.problem(HuntProblemKind.UNKNOWN_NAME)
        self.used.add(token.text)
        return token.text

    def require_room(self, token: Token) -> None:
        """Check that one node more is allowed."""
        if len(self.inputs) + len(self.lines) >= MOST_NODES:
            raise token.problem(HuntProblemKind.TOO_MANY_NODES, MOST_NODES)

    def add(self, tree: _Tree, line: str, name: Token | None = None) -> Operand:
        """Add an expression to the graph, its parts first."""
        if isinstance(tree.value, str):
            return self.use(tree.token)
        if tree.value is not None:
            return tree.value
        operands = tuple(self.add(each, line) for each in tree.operands)
        if not any(isinstance(operand, str) for operand in operands):
            raise tree.token.problem(HuntProblemKind.ONLY_NUMBERS)
        self.require_room(tree.token)
        self.lines.append(tree.token.line)
        start, end = tree.written
        piece = line[start:end]
        shown = piece if len(piece) <= _SHOWN else piece[: _SHOWN - 3] + "..."
        if name is None:
            self.unnamed += 1
        called = f"_{self.unnamed}" if name is None else name.text
        self.steps.append(Operation(called, tree.op, operands, shown if name is None else name.text))
        return called

    def done(self, first: int) -> ReadGraph:
        """Return the whole graph."""
        last = next((step for step in reversed(self.steps) if isinstance(step, Operation)), None)
        if last is None:
            raise Token("end", "", first, 0, 0).problem(HuntProblemKind.NO_OPERATION)
        for name in self.inputs:
            if name not in self.used:
                raise self.places[name].problem(HuntProblemKind.UNUSED_INPUT)
        if not any(isinstance(step, Backward) for step in self.steps):
            self.steps.append(Backward(last.name))
        program = Program(tuple(self.inputs), tuple(self.steps))
        return ReadGraph(program, tuple(self.inputs.values()), first, tuple(self.lines))
