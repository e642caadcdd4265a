"""What nodes or passes share that each should have for itself."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.shape import Shape
from bench.mutants.text import Edit


def slips(shape: Shape) -> Iterator[Slip]:
    """Orders that outlive a pass, one list of parents for all nodes, contexts on a class."""
    yield from _kept_order(shape)
    yield from _one_list(shape)
    yield from _context(shape)


def _kept_order(shape: Shape) -> Iterator[Slip]:
    """`def backward(self, topo=[], visited=set())`."""
    text = shape.text
    for walk in shape.walks:
        outer = text.function(walk.function)
        found = re.search(r"(\w+)\.append\(", text.of(walk.put))
        if not isinstance(outer, ast.FunctionDef) or found is None or walk.call is None:
            continue
        names = {found[1]: "[]", text.of(walk.seen): "set()"}
        made = [each for each in outer.body if _makes(each, set(names))]
        if not made or not outer.args.args:
            continue
        start = text.end((*outer.args.args, *outer.args.defaults)[-1])
        parameters = ", ".join(f"{name}={value}" for name, value in names.items())
        edits = (
            Edit(start, start, f", {parameters}"),
            *(edit for each in made for edit in text.remove(each)),
        )
        spots = (text.start(outer), *(text.start(each) for each in made))
        yield Slip("shared_state", edits, None, None, spots, kind="order")


def _makes(statement: ast.stmt, names: set[str]) -> bool:
    """Whether it sets these names to something empty, and nothing else."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[]) | ast.Call(args=[])):
            return name in names
        case ast.Assign(targets=[ast.Tuple(elts=targets)]):
            return {each.id for each in targets if isinstance(each, ast.Name)} == names
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name in names
    return False


def _one_list(shape: Shape) -> Iterator[Slip]:
    """One list of parents, made with the class."""
    text = shape.text
    maker = shape.maker
    for statement in maker.body if maker else []:
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)], value=ast.List(elts=[])
            ):
                source = f"self.{attribute}"
                assert maker is not None
                edits = (text.before(maker, f"{attribute} = []", ""), *text.remove(statement))
                yield Slip(
                    "shared_state",
                    edits,
                    None,
                    None,
                    (*lines(text, statement), *definitions(text, statement)),
                    kind="list",
                )
                assert source
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)],
                value=ast.Call(func=ast.Name(id="list" | "set"), args=[ast.Name(id=parameter)]) as value,
            ) if "dict" not in attribute:
                grown = "extend" if "list" in text.of(value) else "update"
                empty = "[]" if grown == "extend" else "set()"
                assert maker is not None
                edits = (
                    text.before(maker, f"{attribute} = {empty}", ""),
                    text.put(statement, f"self.{attribute}.{grown}({parameter})"),
                )
                if "__slots__" not in text.source:
                    spots = lines(text, statement)
                    yield Slip("shared_state", edits, None, None, spots, kind="parents")


def _context(shape: Shape) -> Iterator[Slip]:
    """What an operation saves for its rule is saved on its class."""
    text = shape.text
    for scope in shape.scopes:
        if not isinstance(scope.definition, ast.ClassDef):
            continue
        for node in scope.walk():
            match node:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr="ctx") as target]):
                    uses = [
                        each
                        for each in scope.walk()
                        if isinstance(each, ast.Attribute) and text.of(each) == "self.ctx"
                    ]
                    name = scope.definition.name
                    edits = tuple(text.put(each, f"{name}.ctx") for each in uses)
                    spots = lines(text, text.statement(target))
                    yield Slip("shared_state", edits, scope.operation, None, spots, kind="context")
                    break
                case ast.Expr(
                    value=ast.Call(func=ast.Attribute(attr="save_for_backward") as function, args=saved)
                ):
                    name = scope.definition.name
                    yield from _saved(shape, scope.operation, name, node, saved, function)
                    break


def _saved(
    shape: Shape, operation: str, name: str, node: ast.Expr, saved: list[ast.expr], function: ast.Attribute
) -> Iterator[Slip]:
    text = shape.text
    found = next(each for each in shape.text.above(node) if isinstance(each, ast.ClassDef))
    reads = [
        each
        for each in ast.walk(found)
        if isinstance(each, ast.Attribute)
        and text.of(each) in {"ctx.saved", "ctx.saved_values", "ctx.saved_tensors"}
    ]
    if not reads or text.of(function.value) != "ctx":
        return
    values = ", ".join(text.of(each) for each in saved)
    edits = (
        text.put(node, f"{name}.saved = ({values},)"),
        *(text.put(each, f"{name}.saved") for each in reads),
    )
    yield Slip("shared_state", edits, operation, None, lines(text, node), kind="context")
