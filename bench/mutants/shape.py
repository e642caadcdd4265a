"""How a reference is built, read once."""

import ast
from functools import cached_property

from bench.mutants.reading import traversal, words
from bench.mutants.reading.scopes import Scope, scopes
from bench.mutants.reading.shares import Share, central, shares
from bench.mutants.text import Text


class Shape:
    """A reference as the operators see it."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.text = Text(source)

    @cached_property
    def scopes(self) -> list[Scope]:
        """The code of every operation; of a class that is defined twice, of the last."""
        made = self.main
        return [
            scope
            for scope in scopes(self.text)
            if (around := self.around(scope.definition)) is None or around is made or not _computes(around)
        ]

    @cached_property
    def shares(self) -> dict[Scope, list[Share]]:
        """The shares of each operation."""
        return {scope: shares(self.text, scope) for scope in self.scopes}

    @cached_property
    def central(self) -> list[Share]:
        """The lines through which every share goes."""
        return [share for share in central(self.text, self.scopes) if self.is_in_use(share.value)]

    @cached_property
    def main(self) -> ast.ClassDef:
        """The class of the nodes."""
        found = [node for node in ast.walk(self.text.tree) if isinstance(node, ast.ClassDef)]
        computing = (node for node in reversed(found) if _computes(node))
        return next(iter([*computing, *(node for node in found if _is_differentiated(node))]), found[-1])

    @cached_property
    def maker(self) -> ast.FunctionDef | None:
        """The constructor of the nodes."""
        return next((node for node in self.main.body if _is_method(node, "__init__")), None)  # type: ignore[return-value]

    @cached_property
    def kept_operands(self) -> list[tuple[ast.expr, str]]:
        """Where the constructor keeps the operands: the value, and the attribute it is put into."""
        found = []
        for statement in self.maker.body if self.maker else []:
            match statement:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)], value=value):
                    name = value.args[0] if isinstance(value, ast.Call) and value.args else value
                    if isinstance(name, ast.Name) and words.are_operands(name.id):
                        found.append((value, attribute))
        return found

    @cached_property
    def methods(self) -> dict[str, ast.FunctionDef]:
        """The methods of operators, by name, wherever they are."""
        made = [node for node in ast.walk(self.text.tree) if isinstance(node, ast.FunctionDef)]
        return {node.name: node for node in made if self.is_in_use(node)}

    @cached_property
    def inside(self) -> set[ast.AST]:
        """Every node in the code of an operation."""
        return {node for scope in self.scopes for node in scope.walk()}

    @cached_property
    def passes(self) -> list[ast.FunctionDef]:
        """The functions that are the backward pass."""
        return [each for each in traversal.passes(self.text, self.inside) if self.is_in_use(each)]

    @cached_property
    def walks(self) -> list[traversal.Walk]:
        """Recursions that put nodes in order."""
        return [each for each in traversal.walks(self.text, self.inside) if self.is_in_use(each.function)]

    @cached_property
    def stacks(self) -> list[traversal.Stack]:
        """Loops that do so."""
        return traversal.stacks(self.text, self.inside)

    @cached_property
    def runs(self) -> list[traversal.Run]:
        """Loops that hand gradients on."""
        return traversal.runs(self.text, self.passes)

    @cached_property
    def reversals(self) -> list[ast.AST]:
        """Where the order is turned round."""
        functions = [*self.passes, *(each.function for each in self.walks)]
        around = [
            above
            for each in functions
            for above in self.text.above(each)
            if isinstance(above, ast.FunctionDef)
        ]
        orders = [each for each in self.methods.values() if each.name in {"ancestors", "_build"}]
        found = traversal.reversals(self.text, list(dict.fromkeys([*functions, *around, *orders])))
        return list(dict.fromkeys(found))

    @cached_property
    def seeds(self) -> list[traversal.Seed]:
        """Where the output's gradient is set."""
        return traversal.seeds(self.text, self.passes)

    @cached_property
    def gradient(self) -> str:
        """What the gradient is called."""
        return self._called(words.is_gradient, "grad")

    @cached_property
    def data(self) -> str:
        """What the data is called."""
        return self._called(words.is_data, "data")

    def around(self, node: ast.AST) -> ast.ClassDef | None:
        """The class that a node is in."""
        found = (each for each in self.text.above(node) if isinstance(each, ast.ClassDef))
        return next(found, None)

    def is_in_use(self, node: ast.AST) -> bool:
        """Whether it is not in an older version of the class, or in another class that computes."""
        around = self.around(node)
        return around is None or around is self.main or not _computes(around)

    def _called(self, is_it: object, default: str) -> str:
        assert callable(is_it)
        counted: dict[str, int] = {}
        for node in ast.walk(self.main):
            if isinstance(node, ast.Attribute) and is_it(node):
                counted[node.attr] = counted.get(node.attr, 0) + 1
        return max(counted, key=lambda name: counted[name], default=default)


def _computes(node: ast.ClassDef) -> bool:
    return any(_is_method(each, "__add__") or _is_method(each, "add") for each in node.body)


def _is_differentiated(node: ast.ClassDef) -> bool:
    attributes = [each for each in ast.walk(node) if words.is_gradient(each)]
    return bool(attributes) and any(_is_method(each, "backward") for each in node.body)


def _is_method(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == name
