"""The order in which nodes are visited."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.traversal import BackwardLoop, Stack, Walk
from bench.mutants.shape import Shape
from bench.mutants.text import Text, TextEdit

_FLAT = """\
{waiting} = [{root}]
while {waiting}:
    {node} = {waiting}.pop({end})
    if {key} not in {seen}:
        {seen}.add({key})
        {put}
        {waiting}.extend({parents})"""
_QUEUE_AND_STACK = (("breadth_first", "queue", "0"), ("stack_order", "stack", ""))

_RECURSION = """\
def run({node}):
    {step}
    for each in {parents}:
        run(each)
run({root})"""

_UNORDERED = frozenset({"no_topological_order"})


def slips(shape: Shape) -> Iterator[Mutation]:
    """Other walks in place of the right one; the right one gone through in another order."""
    if shape.turn is not None and shape.unturned is not None:
        yield from _forwards(shape, shape.turn, shape.unturned)
        for walk in shape.walks:
            yield from _other_walks(shape, walk, shape.unturned)
        for stack in shape.stacks:
            yield from _other_stacks(shape, stack, shape.unturned)
    for run in shape.runs:
        yield from _recursion(shape, run)
        yield from _everything_made(shape, run)
    yield from _oldest_first(shape)


def _forwards(shape: Shape, turn: ast.AST, unturned: TextEdit) -> Iterator[Mutation]:
    is_recorded = re.search(r"tape|entries", shape.text.of(turn), re.IGNORECASE) is not None
    ties = {"creation_order"} if is_recorded else set()
    yield Mutation("forward_order", (unturned,), shape.text.lines(turn), accepts=ties)


def _other_walks(shape: Shape, walk: Walk, unturned: TextEdit) -> Iterator[Mutation]:
    if walk.add is None:
        return  # those seen are the ordered ones themselves
    text, spots = shape.text, _spots(shape, walk)
    put = TextEdit(text.line_start(text.start(walk.put)), text.line_end(text.end(walk.put)) + 1, "")
    edits = (text.before(walk.loop, text.of(walk.put)), put, unturned)
    yield Mutation("preorder", edits, spots, accepts=_UNORDERED)
    place, root = _place(text, walk)
    if place is None or not walk.is_plain:
        return
    node = "node" if walk.node == "self" else walk.node
    names = {"root": root, "node": node, "seen": text.of(walk.seen), "parents": walk.parents(node)}
    for name, part in (("key", walk.key), ("put", walk.put)):
        names[name] = re.sub(rf"\b{walk.node}\b", node, text.of(part))
    for fault, waiting, end in _QUEUE_AND_STACK:
        source = _FLAT.format(waiting=waiting, end=end, **names)
        yield Mutation(fault, (_filled(text, place, source), unturned), spots, accepts=_UNORDERED)


def _spots(shape: Shape, walk: Walk) -> tuple[int, ...]:
    """The lines of the walk and of what turns it round."""
    text = shape.text
    turned = () if shape.turn is None else text.lines(shape.turn)
    inner = (text.start(each) for each in (walk.guard, walk.put, walk.loop))
    functions = [node for node in text.above(walk.put) if isinstance(node, ast.FunctionDef)]
    return (*inner, *map(text.start, functions), *turned)


def _place(text: Text, walk: Walk) -> tuple[TextEdit | None, str]:
    """The text that another walk takes the place of, and where that begins."""
    if walk.call is not None and (found := re.search(r"\((\w+)\)", text.of(walk.call))):
        return TextEdit(text.start(walk.function), text.end(walk.call), ""), found[1]
    if walk.node == "self":
        body = [each for each in walk.function.body if not isinstance(each, ast.Return)]
        return TextEdit(text.start(walk.guard), text.end(body[-1]), ""), "self"
    return None, ""


def _filled(text: Text, place: TextEdit, source: str) -> TextEdit:
    """The new text, indented, with as many lines as there were where it is not longer."""
    start = text.line_start(place.start)
    new = text.indented_all(source, text.source[start : place.start])
    rest = text.source.count("\n", place.start, place.end) - source.count("\n")
    return place._replace(new=new + text.newline * max(rest, 0))


def _other_stacks(shape: Shape, stack: Stack, unturned: TextEdit) -> Iterator[Mutation]:
    """A loop that puts a node as soon as it is taken."""
    text = shape.text
    function = next(node for node in text.above(stack.loop) if isinstance(node, ast.FunctionDef))
    root = function.args.args[0].arg
    names = {"root": root, "node": "node", "seen": stack.seen, "key": stack.key.format(v="node")}
    names |= {"parents": stack.parents("node"), "put": f"{stack.order}.append(node)"}
    place = TextEdit(text.start(stack.loop), text.end(stack.loop), "")
    turned = () if shape.turn is None else text.lines(shape.turn)
    spots = (text.start(stack.loop), *text.definitions(stack.loop), *turned)
    emptied = f"{stack.seen}.clear()\n" if f"{stack.seen}.add(self)\n" in text.source else ""
    for fault, waiting, end in _QUEUE_AND_STACK:
        source = emptied + _FLAT.format(waiting=waiting, end=end, **names)
        yield Mutation(fault, (_filled(text, place, source), unturned), spots, accepts=_UNORDERED)


def _recursion(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """Each node runs its rule, then its parents run theirs, as often as they are met."""
    text, walk = shape.text, next(iter(shape.walks), None)
    if not isinstance(run.loop, ast.For) or len(run.body) != 1 or walk is None or not walk.is_plain:
        return
    step = text.of(run.body[0])
    if f"{run.node}." not in step:
        return
    first = run.function.args.args[0].arg
    source = _RECURSION.format(node=run.node, step=step, parents=walk.parents(run.node), root=first)
    edits = (text.put(run.loop, text.indented_all(source, text.indentation(run.loop))),)
    spots = (text.start(run.loop), *text.definitions(run.loop))
    ties = {"visited_missing", "preorder"}
    yield Mutation("no_topological_order", edits, spots, kind="recursion", accepts=ties)


def _everything_made(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """Every node that was ever made, the newest first."""
    text, maker, made = shape.text, shape.maker, f"{shape.main.name}.made"
    if maker is None or not isinstance(run.loop, ast.For) or not shape.walks or "__slots__" in text.source:
        return
    last = maker.body[-1]
    kept = (text.before(maker, "made = []", ""), text.after(last, f"{made}.append(self)"))
    edits = (text.put(run.order, f"reversed({made})"), *kept)
    spots = (text.start(run.loop), *text.definitions(run.loop), text.start(last))
    yield Mutation("creation_order", edits, spots, accepts={"shared_state"})


def _oldest_first(shape: Shape) -> Iterator[Mutation]:
    """Where nodes are numbered: the lowest number first."""
    text = shape.text
    for node in ast.walk(text.tree):
        match node:
            case ast.Call(func=ast.Name(id="sorted"), keywords=[ast.keyword(arg="reverse", value=value)]):
                yield _oldest(shape, node, text.put(value, "False"))
            case ast.Return(value=ast.Compare(left=ast.Attribute(attr="serial") as left, ops=[ast.Gt()])):
                position = text.source.index(">", text.end(left))
                yield _oldest(shape, node, TextEdit(position, position + 1, "<"))
    negated = re.finditer(r"-(?=self\.idx|heapq\.heappop|parent\.idx)", text.source)
    edits = tuple(TextEdit(each.start(), each.end(), "") for each in negated)
    if edits:
        spots = text.definitions(shape.passes[0])
        yield Mutation("forward_order", edits, spots, kind="heap", accepts={"creation_order"})


def _oldest(shape: Shape, node: ast.AST, edit: TextEdit) -> Mutation:
    spots = (*shape.text.lines(node), *shape.text.definitions(node))
    return Mutation("forward_order", (edit,), spots, kind="numbers", accepts={"creation_order"})
