"""Writes a graph as lines that can be pasted behind the class."""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, zip_longest
from keyword import iskeyword
from typing import NamedTuple, TypeGuard

from grader.explanation.comparison import Comparison
from suites import Backward, Clear, Operand, Operation, Program, Step, ZeroGrad, written

_MOST_LINES = 12
_MOST_STATEMENTS = 60
"""Beyond, nobody would paste it."""
_SIMPLE_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


class Dialect(NamedTuple):
    """The names that a submission gives its class and a node's attributes, and how it is driven."""

    cls: str = "Value"
    data: str = "data"
    gradient: str = "grad"
    backward: str = "backward"
    closure: str = "_backward"
    order: tuple[str, ...] = ()
    """The nodes in the order in which their closures are called by hand; by `backward()` without."""
    seeded: bool = False
    """Whether the caller gives the output its gradient of 1, since the class does not."""
    made: str = "{x}"
    """The arguments with which a node is made from a number `x`, with its `label` where that is asked for."""
    call: str = "{node}.{backward}()"
    """How the pass of a node is asked for; empty where there is none."""
    gradient_of: str = "{node}.{gradient}"
    """How the gradient of a node is read; where it names an `{output}`, the answers of several are added."""
    asks: str = ""
    """The method that gives a node's gradient, where each node is asked after the pass."""
    functions: tuple[tuple[str, str], ...] = ()
    """The operations that functions do, each with its call, as `exp({})` or `tape.add([{}])`."""
    wraps_numbers: bool = False
    """Whether an operand that is a plain number must be made a node."""
    before: str = ""
    """The line that makes what must be there before any node."""


DIALECT = Dialect()


def _first_behind_a_pass(program: Program) -> Iterator[Operation]:
    """Yield the operations before which what must be there is made anew; none where nodes are used again."""
    is_behind = False
    for step in () if program.reuses_nodes else program.steps:
        if isinstance(step, Operation) and is_behind:
            yield step
        is_behind = isinstance(step, Backward) or (is_behind and not isinstance(step, Operation))


class Lines:
    """Writes a program as lines that can be pasted behind the class."""

    def __init__(self, program: Program, dialect: Dialect) -> None:
        self._program = program
        self._dialect = dialect
        self._before = [dialect.before] if dialect.before else []
        functions = (call for _, call in dialect.functions)
        taken = re.findall(r"\w+", " ".join((dialect.before, *functions)))
        self._called = _identifiers(program.nodes, {dialect.cls, "print", *taken})
        self._outputs = [step.node for step in _after_last_clearing(program) if isinstance(step, Backward)]

    def text(self, inputs: Sequence[float], seen: Comparison) -> str:
        """Return the lines; empty where they would be too many to paste."""
        values = zip(self._program.inputs, inputs, strict=True)
        makings = {name: f"{self._called[name]} = {self._node_made(name, value)}" for name, value in values}
        anew, lines = [*_first_behind_a_pass(self._program)], [*self._before, *makings.values()]
        made = list(self._program.inputs)
        for step, after in zip_longest(self._program.steps, self._program.steps[1:]):
            lines += self._before * (step in anew)
            lines += [makings[step.node]] if self._is_made_anew(step) else self._lines_of_step(step)
            if isinstance(step, Operation):
                made.append(step.name)
            is_over = after is None or (isinstance(after, Clear) and not isinstance(step, Clear))
            if self._dialect.asks and is_over:
                lines.append(self._question_to(made))
        if len(lines) > _MOST_STATEMENTS:
            return ""
        return "\n".join([*_packed(lines, _MOST_LINES - 1), *self._question(seen)])

    def all_gradients(self) -> str:
        """Return a line that prints one number for the gradients of all nodes, and another for other ones."""
        nodes = ", ".join(self._called.values())
        return f"print(hash(str([{self._gradient_of('node')} for node in ({nodes},)])))"

    def _is_made_anew(self, step: Step) -> TypeGuard[Clear]:
        """Whether an input begins anew as another node: it would ask nodes of an earlier graph."""
        is_input = isinstance(step, Clear) and step.node in self._program.inputs
        return is_input and bool(self._dialect.asks) and not self._program.reuses_nodes

    def _node_made(self, name: str, value: float) -> str:
        """Return the expression that makes a node."""
        return f"{self._dialect.cls}({self._dialect.made.format(x=float(value), label=repr(name))})"

    def _lines_of_step(self, step: Step) -> Iterator[str]:
        """Yield the lines of a step."""
        match step:
            case Operation(name, op, operands):
                yield f"{self._called[name]} = {self._operation_text(op, operands)}"
            case Backward(node) if self._dialect.order:
                yield f"{self._called[node]}.{self._dialect.gradient} = 1.0"
                yield from (f"{self._called[name]}.{self._dialect.closure}()" for name in self._dialect.order)
            case Backward(node) if self._dialect.call:
                if self._dialect.seeded:
                    yield f"{self._called[node]}.{self._dialect.gradient} = 1.0"
                yield self._dialect.call.format(node=self._called[node], backward=self._dialect.backward)
            case Clear(node) if self._dialect.call:
                yield f"{self._called[node]}.{self._dialect.gradient} = {None if self._dialect.asks else 0}"
            case ZeroGrad(node):
                yield f"{self._called[node]}.zero_grad()"

    def _question_to(self, nodes: Sequence[str]) -> str:
        """Return the line that asks nodes for their gradients."""
        names = ", ".join(self._called[name] for name in nodes)
        return f"[node.{self._dialect.asks}() for node in ({names})]"

    def _operation_text(self, op: str, operands: Sequence[Operand]) -> str:
        """Return an operation as it is written."""
        wraps = self._dialect.wraps_numbers and op != "**"
        texts = [self._operand_text(operand, wraps=wraps) for operand in operands]
        function = dict(self._dialect.functions).get(op)
        return function.format(", ".join(texts)) if function else written(op, texts)

    def _operand_text(self, operand: Operand, *, wraps: bool) -> str:
        """Return an operand as it is written."""
        if isinstance(operand, str):
            return self._called[operand]
        return self._node_made("", operand) if wraps else repr(operand)

    def _question(self, seen: Comparison) -> Iterator[str]:
        """Yield the line that prints the first wrong number: data before gradients, which follow from it."""
        gradients = seen.wrong_gradients
        for node in seen.nodes:
            if node.wrong_data:
                read = f"{self._called[node.name]}.{self._dialect.data}"
                yield self._print_of(read, node.data_got, node.data)
                return
        if gradients:
            node = seen.nodes[min(gradients)]
            yield self._print_of(self._gradient_of(self._called[node.name]), node.gradient_got, node.gradient)

    def _gradient_of(self, node: str) -> str:
        """Return the expression that reads a node's gradient."""
        outputs = self._outputs if "{output}" in self._dialect.gradient_of else (self._program.root,)
        reads = (
            self._dialect.gradient_of.format(
                node=node, gradient=self._dialect.gradient, output=self._called[output]
            )
            for output in outputs
        )
        return " + ".join(reads)

    def _print_of(self, read: str, got: float | None, right: float) -> str:
        """Return a line that prints a number, with what it is and what it should be."""
        asked = f"print({read})"
        if got is None:
            return f"{asked}  # should be {right:.6g}"
        return "{}  # {}, should be {}".format(asked, *_distinct_texts(got, right))


def _after_last_clearing(program: Program) -> Iterator[Step]:
    """Return the steps after gradients were cleared for the last time."""
    cleared = [place for place, step in enumerate(program.steps) if isinstance(step, Clear)]
    return islice(program.steps, cleared[-1] if cleared else 0, None)


def _identifiers(nodes: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """Return the name of each node in code: its own where it is one, else `t1`, `t2`, ..."""
    called = {name: name for name in nodes if _is_name(name) and name not in taken}
    number = 0
    for name in nodes:
        if name in called:
            continue
        number += 1
        while f"t{number}" in called:
            number += 1
        called[name] = f"t{number}"
    return called


def _is_name(name: str) -> bool:
    """Whether a text can stand for a node in code."""
    return bool(_SIMPLE_NAME.fullmatch(name)) and not iskeyword(name)


def _packed(lines: Sequence[str], most: int) -> list[str]:
    """Return several statements a line where there are too many."""
    each = math.ceil(len(lines) / most)
    return ["; ".join(lines[start : start + each]) for start in range(0, len(lines), each)]


def _distinct_texts(got: float, right: float) -> tuple[str, str]:
    """Return two numbers with as many digits as they need to look different."""
    form = ".6g" if format(got, ".6g") != format(right, ".6g") else ".12g"
    return format(got, form), format(right, form)
