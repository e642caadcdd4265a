"""How often nodes are visited: more than once, only some, none."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.traversal import BackwardLoop, Walk
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_EQUALITY = """\
def __eq__(self, other):
    return isinstance(other, {name}) and self.{data} == other.{data}
"""
_HASH = """
def __hash__(self):
    return hash(self.{data})
"""


def slips(shape: Shape) -> Iterator[Mutation]:
    """What is held of nodes that were seen; where the walk ends; where the run does."""
    for walk in shape.walks:
        yield from _missing(shape, walk)
        yield from _by_value(shape, walk)
        yield from _one_level(shape, walk)
        if walk.call is not None:
            spots = (*shape.text.definitions(walk.call), *shape.text.lines(walk.call))
            edits = shape.text.remove(walk.call)
            yield Mutation("traversal_missing", edits, spots, kind="not_begun", missing=True)
    for run in shape.runs:
        yield from _ended_early(shape, run)
        spots = (*shape.text.definitions(run.loop), *shape.text.lines(run.loop))
        edits = (shape.text.blank(run.loop, "pass"),)
        yield Mutation("traversal_missing", edits, spots, kind="no_loop", missing=True)
    yield from _by_equality(shape)
    yield from _without_a_hash(shape)
    yield from _not_waiting(shape)


def _spots(shape: Shape, walk: Walk) -> tuple[int, ...]:
    functions = [node for node in shape.text.above(walk.put) if isinstance(node, ast.FunctionDef)]
    return tuple(map(shape.text.start, (walk.guard, walk.put, *functions)))


def _missing(shape: Shape, walk: Walk) -> Iterator[Mutation]:
    text, spots = shape.text, _spots(shape, walk)
    edits: tuple[TextEdit, ...] = (text.put(walk.test, str(not walk.leaves)),)
    yield Mutation("visited_missing", edits, spots, kind="unchecked")
    if walk.add is not None:
        around = (*text.definitions(walk.add), *spots)
        yield Mutation("visited_missing", text.remove(walk.add), around, kind="unmarked", missing=True)
    if not walk.leaves and text.parents[walk.put] is walk.guard:
        inner, outer = text.indentation(walk.put), text.indentation(walk.guard)
        start = text.line_start(text.start(walk.put))
        edits = (TextEdit(start, start + len(inner), outer, len(outer)),)
        yield Mutation("visited_missing", edits, spots, kind="outside")


def _by_value(shape: Shape, walk: Walk) -> Iterator[Mutation]:
    text, key = shape.text, shape.text.of(walk.key)
    if walk.add is not None and f"({key})" in text.of(walk.add):
        data = f"{walk.node}.{shape.data}"
        position = text.source.index(f"({key})", text.start(walk.add)) + 1
        edits = (text.put(walk.key, data), TextEdit(position, position + len(key), data))
        yield Mutation("visited_by_value", edits, _spots(shape, walk))


def _by_equality(shape: Shape) -> Iterator[Mutation]:
    """`__eq__` and `__hash__` of the data, where nodes themselves are held."""
    if edits := _equal_by_data(shape, _EQUALITY + _HASH):
        yield Mutation("visited_by_value", edits, _of_equality(shape), kind="equality")


def _without_a_hash(shape: Shape) -> Iterator[Mutation]:
    """`__eq__` alone, where nodes are put into a set."""
    in_sets = any(walk.add is not None and ".add(" in shape.text.of(walk.add) for walk in shape.walks)
    if in_sets and (edits := _equal_by_data(shape, _EQUALITY)):
        yield Mutation("unhashable_nodes", edits, _of_equality(shape), kind="equality")


def _equal_by_data(shape: Shape, method: str) -> tuple[TextEdit, ...]:
    """Return what puts it before the constructor; nothing where they are not held or have a hash."""
    text = shape.text
    if not any(isinstance(walk.key, ast.Name) for walk in shape.walks):
        return ()
    if "__hash__" in text.source or "eq=False" in text.source or shape.maker is None:
        return ()
    source = method.format(name=shape.main.name, data=shape.data)
    return (text.before(shape.maker, *source.split("\n")),)


def _of_equality(shape: Shape) -> tuple[int, ...]:
    return (shape.text.start(shape.main), *(shape.text.start(walk.guard) for walk in shape.walks))


def _one_level(shape: Shape, walk: Walk) -> Iterator[Mutation]:
    """Parents are put in order, not walked; or the output is, for each node."""
    text, put = shape.text, shape.text.of(walk.put)
    spots = (*_spots(shape, walk), text.start(walk.loop))
    match walk.loop:
        case ast.For(target=ast.Name(id=name), body=[step]) if ".append(" in put and walk.is_attribute:
            child = _walked(step) or name
            edits = (text.put(step, put.replace(f"({walk.node})", f"({child})")),)
            yield Mutation("one_level", edits, spots)
    if walk.call is not None and text.of(walk.call).endswith("(self)") and ".append(" in put:
        edits = (text.put(walk.put, put.replace(f"({walk.node})", "(self)")),)
        yield Mutation("one_level", edits, spots, kind="self")


def _walked(step: ast.stmt) -> str | None:
    """What a step of the walk goes on with, where that is an attribute: of `walk(edge.child)`, the child."""
    match step:
        case ast.Expr(value=ast.Call(args=[ast.Attribute() as child])):
            return ast.unparse(child)
    return None


def _ended_early(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """The root's rule alone runs, or its and its parents', or all but its."""
    text = shape.text
    if not isinstance(run.loop, ast.For) or not run.is_over_nodes or _is_pulling(run):
        return
    root, spots = run.function.args.args[0].arg, text.lines(run.loop)
    yield Mutation("one_level", (text.put(run.order, f"[{root}]"),), spots, kind="root")
    edits = (text.put(run.order, f"list({text.of(run.order)})[1:]"),)
    yield Mutation("output_left_out", edits, spots, kind="slice")
    if shape.parents is not None:
        edits = (text.put(run.order, f"[{root}, *{shape.parents(root)}]"),)
        yield Mutation("one_level", edits, spots, kind="parents")


def _is_pulling(run: BackwardLoop) -> bool:
    """Whether each turn of the loop writes the gradient of its own node, and of no other."""
    match run.body:
        case [ast.AugAssign(target=ast.Attribute(value=ast.Name(id=run.node)))]:
            return True
    return False


def _not_waiting(shape: Shape) -> Iterator[Mutation]:
    """Nodes are ready at once, not when all their users are done."""
    text, ties = shape.text, {"breadth_first", "visited_missing", "stack_order"}
    for node in (node for function in shape.passes for node in ast.walk(function)):
        match node:
            case ast.If(
                test=ast.Compare(left=ast.Subscript() as left, ops=[ast.Eq()]), body=[ast.Expr() as ready]
            ):
                if ".append(" in text.of(ready):
                    position = text.source.index("==", text.end(left))
                    edits = (TextEdit(position, position + 2, ">="),)
                    spots = (*text.lines(node), *text.definitions(node))
                    yield Mutation("no_topological_order", edits, spots, kind="ready", accepts=ties)
