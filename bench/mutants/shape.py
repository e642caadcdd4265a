"""How a reference is built, read once."""

import ast
from collections import Counter
from collections.abc import Callable
from functools import cached_property

from bench.mutants.reading import traversal, words
from bench.mutants.reading.scopes import OperationScope, scopes
from bench.mutants.reading.shares import OperandGradient, central, shares
from bench.mutants.text import Text, TextEdit

_ORDERING = frozenset({"ancestors", "_build"})
"""Methods that hand out an order."""


class Shape:
    """A reference as the operators see it."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.text = Text(source)

    # --- the class -----------------------------------------------------------------------------------

    @cached_property
    def main(self) -> ast.ClassDef:
        """The class of the nodes; the last, if there are versions."""
        found = [node for node in ast.walk(self.text.tree) if isinstance(node, ast.ClassDef)]
        computing = [node for node in reversed(found) if _has(node, "__add__", "add")]
        return next(iter([*computing, *filter(_is_differentiated, found)]), found[-1])

    @cached_property
    def maker(self) -> ast.FunctionDef | None:
        """Its constructor."""
        methods = (node for node in self.main.body if isinstance(node, ast.FunctionDef))
        return next((node for node in methods if node.name == "__init__"), None)

    @cached_property
    def kept_operands(self) -> list[tuple[ast.expr, str]]:
        """Where the constructor keeps the operands: the value, and the attribute it is put into."""
        found = []
        for statement in self.maker.body if self.maker else []:
            match statement:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value):
                    kept = value.args[0] if isinstance(value, ast.Call) and value.args else value
                    if isinstance(kept, ast.Name) and words.are_operands(kept.id):
                        found.append((value, name))
        return found

    @cached_property
    def gradient(self) -> str:
        """What the gradient is called."""
        return self._called(words.is_gradient, "grad")

    @cached_property
    def data(self) -> str:
        """What the data is called."""
        return self._called(words.is_data, "data")

    @cached_property
    def hides_gradients(self) -> bool:
        """Whether nothing outside can set a gradient."""
        return self.gradient.startswith("__")

    @cached_property
    def methods(self) -> dict[str, ast.FunctionDef]:
        """The functions in use, by name."""
        return {node.name: node for node in self._functions}

    def around(self, node: ast.AST) -> ast.ClassDef | None:
        """The class that a node is in."""
        return next((inner for inner in self.text.above(node) if isinstance(inner, ast.ClassDef)), None)

    # --- rules ---------------------------------------------------------------------------------------

    @cached_property
    def scopes(self) -> list[OperationScope]:
        """The code of every operation."""
        return [scope for scope in scopes(self.text) if self._is_in_use(scope.definition)]

    @cached_property
    def shares(self) -> dict[OperationScope, list[OperandGradient]]:
        """The shares of each operation."""
        return {scope: shares(self.text, scope) for scope in self.scopes}

    @cached_property
    def central(self) -> list[OperandGradient]:
        """The lines through which every share goes."""
        return [share for share in central(self.text, self.scopes) if self._is_in_use(share.value)]

    # --- the pass ------------------------------------------------------------------------------------

    @cached_property
    def passes(self) -> list[ast.FunctionDef]:
        """The functions that are the backward pass."""
        return traversal.passes(self._outside)

    @cached_property
    def walks(self) -> list[traversal.Walk]:
        """Recursions that put nodes in order."""
        return traversal.walks(self.text, self._outside)

    @cached_property
    def stacks(self) -> list[traversal.Stack]:
        """Loops that do so."""
        return traversal.stacks(self.text, self._outside)

    @cached_property
    def runs(self) -> list[traversal.BackwardLoop]:
        """Loops that hand gradients on."""
        return traversal.runs(self.text, self.passes)

    @cached_property
    def seeds(self) -> list[traversal.Seed]:
        """Where the output's gradient is set."""
        return traversal.seeds(self.text, self.passes)

    @property
    def parents(self) -> Callable[[str], str] | None:
        """How the parents of a node are written, where they are kept in one attribute."""
        walk = next((walk for walk in self.walks if walk.is_attribute), None)
        found = walk or next(iter(self.stacks), None)
        return found.parents if found else None

    @cached_property
    def turn(self) -> ast.AST | None:
        """Where the order is turned round, if that is in one place."""
        inner = [walk.function for walk in self.walks]
        outer = [
            node for walk in inner for node in self.text.above(walk) if isinstance(node, ast.FunctionDef)
        ]
        ordering = [each for each in self._outside if each.name in _ORDERING]
        found = traversal.reversals(self.text, [*self.passes, *inner, *outer, *ordering])
        return found[0] if len(found) == 1 else None

    @cached_property
    def unturned(self) -> TextEdit | None:
        """The edit that takes the order as it is."""
        text = self.text
        match self.turn:
            case ast.Call(func=ast.Name(), args=[order]) | ast.Subscript(value=order) as turn:
                return text.put(turn, text.of(order))
            case ast.Expr() as turn:
                return text.put(turn, "pass")
            case ast.Call() as turn:
                return text.put(turn, f"{text.of(turn.func)}(0)")
        return None

    # --- help ----------------------------------------------------------------------------------------

    @cached_property
    def _functions(self) -> list[ast.FunctionDef]:
        found = [node for node in ast.walk(self.text.tree) if isinstance(node, ast.FunctionDef)]
        return [node for node in found if self._is_in_use(node)]

    @cached_property
    def _outside(self) -> list[ast.FunctionDef]:
        """Functions that are not in the code of an operation."""
        inside = {node for scope in self.scopes for node in scope.walk()}
        return [node for node in self._functions if node not in inside]

    def _is_in_use(self, node: ast.AST) -> bool:
        """Whether it is not in an older version of the class, or in another class that computes."""
        around = self.around(node)
        return around is None or around is self.main or not _has(around, "__add__", "add")

    def _called(self, is_it: Callable[[ast.AST], bool], default: str) -> str:
        found = (node for node in ast.walk(self.main) if isinstance(node, ast.Attribute) and is_it(node))
        counted = Counter(node.attr for node in found)
        return counted.most_common(1)[0][0] if counted else default


def _has(node: ast.ClassDef, *names: str) -> bool:
    return any(isinstance(statement, ast.FunctionDef) and statement.name in names for statement in node.body)


def _is_differentiated(node: ast.ClassDef) -> bool:
    return _has(node, "backward") and any(words.is_gradient(inner) for inner in ast.walk(node))
