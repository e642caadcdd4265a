"""What nodes or passes share that each should have for itself."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.scopes import OperationScope
from bench.mutants.reading.traversal import Walk
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_FAULT = "shared_state"
_SAVED = frozenset({"ctx.saved", "ctx.saved_values", "ctx.saved_tensors"})
_GROWN = {"list": ("extend", "[]"), "set": ("update", "set()")}


def slips(shape: Shape) -> Iterator[Mutation]:
    """Orders that outlive a pass, one list of parents for all nodes, contexts on a class."""
    for walk in shape.walks:
        yield from _kept_order(shape, walk)
    yield from _one_list(shape)
    for scope in shape.scopes:
        if isinstance(scope.definition, ast.ClassDef):
            yield from _context(shape, scope, scope.definition)


def _kept_order(shape: Shape, walk: Walk) -> Iterator[Mutation]:
    """`def backward(self, topo=[], visited=set())`."""
    text, outer = shape.text, shape.text.function(walk.function)
    found = re.search(r"(\w+)\.append\(", text.of(walk.put))
    if not isinstance(outer, ast.FunctionDef) or not outer.args.args or found is None or walk.call is None:
        return
    names = {found[1]: "[]", text.of(walk.seen): "set()"}
    made = [statement for statement in outer.body if _sets(statement) and _sets(statement) <= set(names)]
    if made:
        end = text.end((*outer.args.args, *outer.args.defaults)[-1])
        parameters = "".join(f", {name}={value}" for name, value in names.items())
        edits = (TextEdit(end, end, parameters), *(edit for each in made for edit in text.remove(each)))
        yield Mutation(_FAULT, edits, tuple(map(text.start, (outer, *made))), kind="order")


def _sets(statement: ast.stmt) -> set[str]:
    """The names it sets."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=[ast.Tuple(elts=targets)]):
            return {target.id for target in targets if isinstance(target, ast.Name)}
    return set()


def _one_list(shape: Shape) -> Iterator[Mutation]:
    """One list of parents, made with the class."""
    text, maker = shape.text, shape.maker
    if maker is None or "__slots__" in text.source:
        return
    for statement in maker.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(attr=attribute)], value=ast.List(elts=[])):
                edits = (text.before(maker, f"{attribute} = []", ""), *text.remove(statement))
                spots = (*text.lines(statement), *text.definitions(statement))
                yield Mutation(_FAULT, edits, spots, kind="list")
            case ast.Assign(
                targets=[ast.Attribute(attr=attribute)],
                value=ast.Call(func=ast.Name(id="list" | "set" as container), args=[ast.Name(id=parents)]),
            ):
                grow, empty = _GROWN[container]
                grown = text.put(statement, f"self.{attribute}.{grow}({parents})")
                edits = (text.before(maker, f"{attribute} = {empty}", ""), grown)
                yield Mutation(_FAULT, edits, text.lines(statement), kind="parents")


def _context(shape: Shape, scope: OperationScope, made: ast.ClassDef) -> Iterator[Mutation]:
    """What an operation saves for its rule is saved on its class."""
    text = shape.text
    attributes = [node for node in scope.walk() if isinstance(node, ast.Attribute)]
    for node in scope.walk():
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr="ctx")]):
                uses = [attribute for attribute in attributes if text.of(attribute) == "self.ctx"]
                edits = tuple(text.put(use, f"{made.name}.ctx") for use in uses)
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="save_for_backward"), args=saved)):
                values = ", ".join(map(text.of, saved))
                reads = [
                    text.put(attribute, f"{made.name}.saved")
                    for attribute in attributes
                    if text.of(attribute) in _SAVED
                ]
                edits = (text.put(node, f"{made.name}.saved = ({values},)"), *reads)
            case _:
                continue
        if len(edits) > 1:
            yield Mutation(_FAULT, edits, text.lines(node), scope.operation, kind="context")
        return
