"""The order in which nodes are visited."""

import ast
import re
from collections.abc import Iterable, Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading.traversal import Run, Stack, Walk
from bench.mutants.shape import Shape
from bench.mutants.text import Edit, Text

_FLAT = """\
{waiting} = [{root}]
while {waiting}:
    {v} = {waiting}.pop({end})
    if {key} not in {seen}:
        {seen}.add({key})
        {put}
        {waiting}.extend({children})"""


def slips(shape: Shape) -> Iterator[Slip]:
    """Other walks in place of the right one; the right one gone through in another order."""
    yield from _forwards(shape)
    turned = _unturned(shape)
    for walk in shape.walks:
        if turned is not None and not _is_listed(walk):
            yield from _preorder(shape, walk, turned)
            if walk.is_plain:
                yield from _flat(shape, walk, turned)
    for stack in shape.stacks:
        if turned is not None:
            yield from _flat_stack(shape, stack, turned)
    for run in shape.runs:
        yield from _recursion(shape, run)
        yield from _everything_made(shape, run)
    yield from _oldest_first(shape)


def _is_listed(walk: Walk) -> bool:
    """Whether those seen are the ordered ones themselves."""
    return walk.add is None


def _turn(shape: Shape) -> ast.AST | None:
    return shape.reversals[0] if len(shape.reversals) == 1 else None


def _unturned(shape: Shape) -> Edit | None:
    """The edit that takes the order as it is."""
    text, node = shape.text, _turn(shape)
    match node:
        case ast.Call(func=ast.Name(id="reversed"), args=[order]):
            return text.put(node, text.of(order))
        case ast.Subscript(value=order):
            return text.put(node, text.of(order))
        case ast.Expr():
            return text.put(node, "pass")
        case ast.Call(func=ast.Attribute()):
            return text.put(node, text.of(node)[:-1] + "0)")
    return None


def _forwards(shape: Shape) -> Iterator[Slip]:
    text, node, edit = shape.text, _turn(shape), _unturned(shape)
    if node is None or edit is None:
        return
    accepts = {"creation_order"} if re.search(r"tape|entries", text.of(node), re.IGNORECASE) else set()
    spots = lines(text, text.statement(node))
    yield Slip("forward_order", (edit,), None, None, spots, accepts=frozenset(accepts))


def _spots(shape: Shape, walk: Walk) -> tuple[int, ...]:
    """The lines of the walk and of what turns it round."""
    text, turn = shape.text, _turn(shape)
    found = [walk.function, walk.guard, walk.put, walk.loop, *([text.statement(turn)] if turn else [])]
    outer = [each for each in text.above(walk.function) if isinstance(each, ast.FunctionDef)]
    return tuple(text.start(each) for each in [*found, *outer])


def _preorder(shape: Shape, walk: Walk, turned: Edit) -> Iterator[Slip]:
    """A node is put before its parents, and the order is not turned round."""
    text = shape.text
    start, end = text.line_start(text.start(walk.put)), text.line_end(text.end(walk.put)) + 1
    edits = (Edit(start, end, ""), text.before(walk.loop, text.of(walk.put)), turned)
    if "[" in text.of(walk.put):
        return
    edits = (edits[1], edits[0], edits[2])
    yield Slip(
        "preorder", edits, None, None, _spots(shape, walk), accepts=frozenset({"no_topological_order"})
    )


def _flat(shape: Shape, walk: Walk, turned: Edit) -> Iterator[Slip]:
    """A queue or a stack in place of the recursion."""
    text = shape.text
    root, edit = _root(text, walk)
    if root is None:
        return
    names = {"v": "node" if walk.node == "self" else walk.node, "seen": text.of(walk.seen)}
    names |= {"key": re.sub(rf"\b{walk.node}\b", names["v"], text.of(walk.key)), "root": root}
    names |= {"children": walk.children.format(v=names["v"])}
    names |= {"put": re.sub(rf"\b{walk.node}\b", names["v"], text.of(walk.put))}
    for fault, waiting, end in (("breadth_first", "queue", "0"), ("stack_order", "stack", "")):
        source = _FLAT.format(waiting=waiting, end=end, **names)
        edits = (_filled(text, edit, source), turned)
        accepts = frozenset({"no_topological_order"})
        yield Slip(fault, edits, None, None, _spots(shape, walk), accepts=accepts)


def _root(text: Text, walk: Walk) -> tuple[str | None, Edit]:
    """Where the walk begins, and the text that another takes the place of."""
    if walk.call is not None:
        found = re.search(r"\((\w+)\)", text.of(walk.call))
        return (found[1] if found else None), Edit(text.start(walk.function), text.end(walk.call), "")
    if walk.node == "self":
        first, last = walk.guard, walk.function.body[-1]
        return "self", Edit(text.start(first), text.end(last), "")
    return None, Edit(0, 0, "")


def _filled(text: Text, edit: Edit, source: str) -> Edit:
    """The new text, indented, with as many lines as there were where it is not longer."""
    start = text.line_start(edit.start)
    indentation = text.source[start : edit.start]
    first, *others = source.split("\n")
    indented = text.newline.join((first, *(text.indented(line, indentation) for line in others)))
    rest = text.source.count("\n", edit.start, edit.end) - source.count("\n")
    return edit._replace(new=indented + text.newline * max(rest, 0))


def _flat_stack(shape: Shape, stack: Stack, turned: Edit) -> Iterator[Slip]:
    """A loop that puts a node as soon as it is taken."""
    text = shape.text
    names = {"v": "node", "seen": stack.seen, "key": stack.key.format(v="node"), "root": stack.root}
    names |= {"children": stack.children.format(v="node"), "put": f"{stack.order}.append(node)"}
    where = Edit(text.start(stack.loop), text.end(stack.loop), "")
    spots = (text.start(stack.loop), *definitions(text, stack.loop), *_turn_lines(shape))
    for fault, waiting, end in (("breadth_first", "queue", "0"), ("stack_order", "stack", "")):
        source = _FLAT.format(waiting=waiting, end=end, **names)
        seen_before = f"{stack.seen}.add(self)\n" in text.source
        edits = (_filled(text, where, f"{stack.seen}.clear()\n{source}" if seen_before else source), turned)
        yield Slip(fault, edits, None, None, spots, accepts=frozenset({"no_topological_order"}))


def _turn_lines(shape: Shape) -> Iterable[int]:
    turn = _turn(shape)
    return lines(shape.text, shape.text.statement(turn)) if turn else ()


def _recursion(shape: Shape, run: Run) -> Iterator[Slip]:
    """Each node runs its rule, then its parents run theirs, as often as they are met."""
    text = shape.text
    if not isinstance(run.loop, ast.For) or len(run.body) != 1 or not shape.walks:
        return
    walk = shape.walks[0]
    source = text.of(run.body[0])
    if f"{run.node}." not in source or not walk.is_plain:
        return
    indentation = text.indentation(run.loop)
    children = walk.children.format(v=run.node)
    new = [
        f"def run({run.node}):",
        f"    {source}",
        f"    for each in {children}:",
        "        run(each)",
        "run(self)" if "root" not in text.of(run.function).split("\n")[0] else "run(root)",
    ]
    edit = text.put(
        run.loop, text.newline.join((new[0], *(text.indented(line, indentation) for line in new[1:])))
    )
    spots = (text.start(run.loop), *definitions(text, run.loop))
    accepts = frozenset({"visited_missing", "preorder"})
    yield Slip("no_topological_order", (edit,), None, None, spots, accepts=accepts, kind="recursion")


def _everything_made(shape: Shape, run: Run) -> Iterator[Slip]:
    """Every node that was ever made, the newest first."""
    text, maker = shape.text, shape.maker
    made = f"{shape.main.name}.made"
    if maker is None or not isinstance(run.loop, ast.For) or "__slots__" in text.source or not shape.walks:
        return
    last = maker.body[-1]
    edits = (
        text.before(maker, "made = []", ""),
        text.after(last, f"{made}.append(self)"),
        text.put(run.order, f"reversed({made})"),
    )
    spots = (text.start(run.loop), *definitions(text, run.loop), text.start(last))
    yield Slip(
        "creation_order", (edits[2], *edits[:2]), None, None, spots, accepts=frozenset({"shared_state"})
    )


def _oldest_first(shape: Shape) -> Iterator[Slip]:
    """The oldest node first, where nodes are numbered."""
    text = shape.text
    for node in ast.walk(text.tree):
        match node:
            case ast.Call(func=ast.Name(id="sorted"), keywords=[ast.keyword(arg="reverse") as keyword]):
                edit = text.put(keyword.value, "False")
                yield _oldest(shape, node, edit)
            case ast.Return(value=ast.Compare(ops=[ast.Gt()], left=left, comparators=[right])):
                if text.of(left).endswith(".serial"):
                    position = text.source.index(">", text.end(left), text.start(right))
                    yield _oldest(shape, node, Edit(position, position + 1, "<"))
    minus = [each.start() for each in re.finditer(r"-(?=self\.idx|heapq\.heappop|parent\.idx)", text.source)]
    if minus:
        edits = tuple(Edit(at, at + 1, "") for at in minus)
        spots = definitions(text, shape.passes[0])
        yield Slip(
            "forward_order", edits, None, None, spots, accepts=frozenset({"creation_order"}), kind="heap"
        )


def _oldest(shape: Shape, node: ast.AST, edit: Edit) -> Slip:
    spots = (*lines(shape.text, shape.text.statement(node)), *definitions(shape.text, node))
    return Slip(
        "forward_order", (edit,), None, None, spots, accepts=frozenset({"creation_order"}), kind="numbers"
    )
