"""How often nodes are visited: more than once, only some, none."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading.traversal import Run, Walk
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_EQUALITY = (
    "def __eq__(self, other):",
    "    return isinstance(other, {name}) and self.{data} == other.{data}",
    "",
    "def __hash__(self):",
    "    return hash(self.{data})",
    "",
)


def slips(shape: Shape) -> Iterator[Slip]:
    """What is held of nodes that were seen; where the walk ends; where the run does."""
    for walk in shape.walks:
        yield from _missing(shape, walk)
        yield from _by_value(shape, walk)
        yield from _one_level(shape, walk)
        yield from _not_begun(shape, walk)
    for run in shape.runs:
        yield from _root_only(shape, run)
        yield from _nothing(shape, run)
    yield from _by_equality(shape)
    yield from _not_waiting(shape)


def _spots(shape: Shape, walk: Walk) -> tuple[int, ...]:
    text = shape.text
    outer = [each for each in text.above(walk.function) if isinstance(each, ast.FunctionDef)]
    return tuple(text.start(each) for each in (walk.guard, walk.function, walk.put, *outer))


def _missing(shape: Shape, walk: Walk) -> Iterator[Slip]:
    text, spots = shape.text, _spots(shape, walk)
    constant = "False" if walk.leaves else "True"
    edit = text.put(walk.test, constant)
    yield Slip("visited_missing", (edit,), None, None, spots, kind="unchecked")
    if walk.add is not None:
        edits = text.remove(walk.add)
        yield Slip("visited_missing", edits, None, None, spots, missing=True, kind="unmarked")
    if not walk.leaves and text.parents[walk.put] is walk.guard:
        start = text.line_start(text.start(walk.put))
        inner, outer = text.indentation(walk.put), text.indentation(walk.guard)
        edit = Edit(start, start + len(inner), outer, len(outer))
        yield Slip("visited_missing", (edit,), None, None, spots, kind="outside")


def _by_value(shape: Shape, walk: Walk) -> Iterator[Slip]:
    text = shape.text
    key = text.of(walk.key)
    if walk.add is None or key not in text.of(walk.add):
        return
    new = f"{walk.node}.{shape.data}"
    add = text.of(walk.add)
    position = text.start(walk.add) + add.index("(") + 1
    edits = (text.put(walk.key, new), Edit(position, position + len(key), new))
    yield Slip("visited_by_value", edits, None, None, _spots(shape, walk))


def _by_equality(shape: Shape) -> Iterator[Slip]:
    """`__eq__` and `__hash__` of the data, where nodes themselves are held."""
    text = shape.text
    methods = [each for each in shape.main.body if isinstance(each, ast.FunctionDef)]
    held = any(isinstance(walk.key, ast.Name) for walk in shape.walks)
    if not held or not methods or "__hash__" in text.source or "eq=False" in text.source:
        return
    last = methods[0] if len(methods) == 1 else methods[1]
    if last.decorator_list:
        return
    data = [line.format(name=shape.main.name, data=shape.data) for line in _EQUALITY]
    edit = text.before(last, *data)
    spots = tuple(text.start(walk.guard) for walk in shape.walks)
    yield Slip(
        "visited_by_value", (_stripped(edit),), None, None, (text.start(shape.main), *spots), kind="equality"
    )


def _stripped(edit: Edit) -> Edit:
    """Without blanks in empty lines."""
    return edit._replace(new=re.sub(r"[ \t]+(\r?\n)", r"\1", edit.new))


def _one_level(shape: Shape, walk: Walk) -> Iterator[Slip]:
    """Parents are put in order, not walked."""
    text = shape.text
    put = text.of(walk.put)
    child = walk.loop.target
    if not isinstance(child, ast.Name) or len(walk.loop.body) != 1 or ".append(" not in put:
        return
    edit = text.put(walk.loop.body[0], put.replace(f"({walk.node})", f"({child.id})"))
    if "[" in text.of(walk.loop.iter) or "source" in walk.children:
        return
    spots = (*_spots(shape, walk), text.start(walk.loop))
    yield Slip("one_level", (edit,), None, None, spots)
    edit = text.put(walk.put, put.replace(f"({walk.node})", "(self)"))
    if walk.call is not None and text.of(walk.call).endswith("(self)"):
        yield Slip("one_level", (edit,), None, None, spots, kind="self")


def _not_begun(shape: Shape, walk: Walk) -> Iterator[Slip]:
    text = shape.text
    if walk.call is None:
        return
    spots = (*definitions(text, walk.call), *lines(text, walk.call))
    edits = text.remove(walk.call)
    yield Slip("traversal_missing", edits, None, None, spots, missing=True, kind="not_begun")


def _nothing(shape: Shape, run: Run) -> Iterator[Slip]:
    """The loop over the nodes is not there."""
    text = shape.text
    spots = (*definitions(text, run.loop), *lines(text, run.loop))
    edits = (text.put(run.loop, "pass" + "\n" * text.of(run.loop).count("\n")),)
    yield Slip("traversal_missing", edits, None, None, spots, missing=True, kind="no_loop")


def _root_only(shape: Shape, run: Run) -> Iterator[Slip]:
    """The root's rule alone runs, or its and its parents'."""
    text = shape.text
    if not isinstance(run.loop, ast.For) or run.node in {"i", "node_id", "entry", "f"}:
        return
    root = "root" if "root" in {each.arg for each in run.function.args.args} else "self"
    spots = lines(text, run.loop)
    edit = text.put(run.order, f"[{root}]")
    yield Slip("one_level", (edit,), None, None, spots, kind="root")
    children = next((each.children for each in (*shape.walks, *shape.stacks) if each.is_plain), None)
    if children is not None:
        edit = text.put(run.order, f"[{root}, *{children.format(v=root)}]")
        yield Slip("one_level", (edit,), None, None, spots, kind="parents")


def _not_waiting(shape: Shape) -> Iterator[Slip]:
    """Nodes are ready at once, not when all their users are done."""
    text = shape.text
    accepts = frozenset({"breadth_first", "visited_missing", "stack_order"})
    for function in [*shape.passes, *shape.methods.values()]:
        for node in ast.walk(function):
            match node:
                case ast.If(
                    test=ast.Compare(left=ast.Subscript() as left, ops=[ast.Eq()], comparators=[zero]),
                    body=[ready],
                ):
                    if (
                        ".append(" in text.of(ready)
                        and text.of(zero) in {"0", "1"}
                        and function in shape.passes
                    ):
                        position = text.source.index("==", text.end(left))
                        edit = Edit(position, position + 2, ">=")
                        spots = (*lines(text, node), *definitions(text, node))
                        yield Slip(
                            "no_topological_order", (edit,), None, None, spots, accepts=accepts, kind="ready"
                        )
