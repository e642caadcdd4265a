"""Rules that run in no right order get one: the student's own step, for one node after the other.

What is replaced is a recursion, a queue or a stack, or an order that was made for a loop.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ..repair.edit import Change, replaced
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression, statements
from ._ordering import (
    NODE,
    bookkeeping,
    for_each,
    core,
    fresh_name,
    in_order,
    new_body,
    ordered,
    renamed,
    stripped,
    with_continue,
)
from ._traversal import (
    Definition,
    Loop,
    Recursion,
    Traversal,
    called,
    is_membership,
    is_plain,
    names_of,
    names_stored,
    nodes_in,
    number_in,
    targets_of,
    traversal,
    without_docstring,
)


def offers(known: Known) -> Iterator[Offer]:
    """Recursions first, then loops."""
    passes = traversal(known)
    for recursion in passes.recursions:
        yield from _paths(recursion, passes)
        yield from _recursive(recursion, passes)
    if passes.parents.ways:
        for loop in passes.loops:
            yield from _loop(loop, passes)
        for statement, comprehension in passes.comprehensions:
            yield from _comprehension(statement, comprehension, passes)
        yield from _in_rules(passes)


def _paths(recursion: Recursion, passes: Traversal) -> Iterator[Offer]:
    """A recursion that hands gradients on as arguments: each path must hand on its own share, and go on."""
    function, own = recursion.function, passes.root(recursion.function)
    received = _received(function, own, passes)
    if received is None or not any(call.args or call.keywords for call in recursion.calls):
        return
    adding, name = received
    reads = [
        each
        for each in passes.nodes(function)
        if _is_own_gradient(each, own, passes) and isinstance(getattr(each, "ctx", None), ast.Load)
        if adding not in passes.known.tree.above(each)
    ]
    if reads:
        changes = tuple(replaced(each, expression(name, each)) for each in reads)
        yield Offer("topological", recursion.calls[0], changes, detail="recursive")
    flags = _flags(passes.nodes(function), own)
    for node in passes.nodes(function):
        if isinstance(node, ast.If) and _is_return(node.body) and names_of_attributes(node.test) & flags:
            yield Offer("topological", node, (replaced(node),), detail="recursive")


def _received(function: Definition, own: str, passes: Traversal) -> tuple[ast.AST, str] | None:
    """The statement that adds the gradient handed in, and the parameter's name."""
    parameters = {each.arg for each in function.args.args} - {own}
    for node in passes.nodes(function):
        if isinstance(node, ast.AugAssign) and _is_own_gradient(node.target, own, passes):
            value = node.value
            if isinstance(value, ast.Name) and value.id in parameters:
                return node, value.id
    return None


def _is_own_gradient(node: ast.AST, own: str, passes: Traversal) -> bool:
    return passes.is_gradient(node) and _is_name(getattr(node, "value", None), own)


def _is_name(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_return(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Return)


def names_of_attributes(node: ast.AST) -> set[str]:
    """The names of the attributes in an expression."""
    return {each.attr for each in (node, *nodes_in(node)) if isinstance(each, ast.Attribute)}


def _flags(nodes: list[ast.AST], own: str) -> frozenset[str]:
    """Attributes of the node that are set to true or false."""
    return frozenset(
        target.attr
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(getattr(node.value, "value", None), bool)
        for target in node.targets
        if isinstance(target, ast.Attribute) and _is_name(target.value, own)
    )


_FIRST = "_first_"


@dataclass(frozen=True)
class _Body:
    """The statements of a recursive function, told apart."""

    function: Definition
    own: str
    grad: str
    kept: frozenset[str]
    """Names of what the traversal keeps about nodes."""
    flags: frozenset[str]
    """Attributes in which it keeps something."""

    def is_gone(self, node: ast.AST) -> bool:
        """Whether a part belongs to the old traversal."""
        if isinstance(node, ast.Call):
            return called(node) == self.function.name
        if isinstance(node, ast.Name):
            return node.id in self.kept
        return isinstance(node, ast.Attribute) and node.attr in self.flags and _is_name(node.value, self.own)

    def is_seed(self, statement: ast.stmt) -> bool:
        """Whether it sets the node's own gradient to a number, or one that is handed in."""
        if isinstance(statement, ast.If):
            return all(map(self.is_seed, (*statement.body, *statement.orelse)))
        parameters = {each.arg for each in self.function.args.args} - {self.own}
        value = getattr(statement, "value", None)
        for target in targets_of(statement):
            if isinstance(target, ast.Attribute):
                is_own = target.attr == self.grad and _is_name(target.value, self.own)
                return is_own and (is_plain(value) or bool(names_of(value) & parameters))
            return _is_name(target, getattr(target, "id", "")) and bool(names_of(target) & parameters)
        return False

    def step(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """What is done for one node."""
        left = [each for each in body if not self.is_seed(each)]
        while left and isinstance(left[-1], ast.Return):
            left.pop()
        return with_continue(stripped(left, self.is_gone)) or []

    def _for_itself(self, step: list[ast.stmt], passes: Traversal) -> Iterator[ast.stmt]:
        """Where a node runs its parents' rules, each runs its own; the first one's has run before."""
        for each in step:
            if (
                isinstance(each, ast.For)
                and isinstance(each.target, ast.Name)
                and passes.runs_for_parents(each)
            ):
                (guarded,) = statements(f"if {self.own} is not {_FIRST}: pass", each)
                guarded.body = renamed(each.body, each.target.id, self.own)  # type: ignore[attr-defined]
                yield guarded
            else:
                yield each

    def rewritten(self, body: list[ast.stmt], passes: Traversal) -> list[ast.stmt]:
        """The seeds, then the step for one node after the other."""
        node = fresh_name("node", self.function)
        step = renamed([*self._for_itself(self.step(body), passes)], self.own, node)
        seeds = [each for each in body if self.is_seed(each)]
        loop = in_order(passes, self.function, self.own, node, step)
        return [*seeds, *renamed(loop, _FIRST, self.own)]


def _recursive(recursion: Recursion, passes: Traversal) -> Iterator[Offer]:
    """Each node runs its rule and asks its parents to do the same."""
    function, own = recursion.function, passes.root(recursion.function)
    if not passes.parents.ways or not own:
        return
    nodes = passes.nodes(function)
    kept = bookkeeping(nodes, passes.is_share) - {own}
    body = _Body(function, own, passes.known.grad, kept, _flags(nodes, own))
    step = body.step(without_docstring(function.body))
    if any(passes.runs_rule(each) for statement in step for each in (statement, *nodes_in(statement))):
        changes = new_body(function, lambda now: body.rewritten(now, passes))
        yield Offer("topological", recursion.calls[0], changes, detail="recursive")


def _loop(loop: Loop, passes: Traversal) -> Iterator[Offer]:
    function = passes.known.tree.nearest(loop, Definition)
    root = passes.root(function) if isinstance(function, Definition) else ""
    if not isinstance(function, Definition) or not root:
        return
    kept = bookkeeping(passes.nodes(function), passes.is_share)
    taken = _taken(loop, kept)
    if taken is not None:
        yield _worklist(_List(loop, function, root, kept, *taken), passes)
    elif isinstance(loop, ast.For) and (item := _item(loop, passes)):
        held = core(loop.iter)
        at, detail = (not isinstance(held, ast.Attribute) and _builder(passes)) or (loop, "unknown")
        yield Offer("topological", at, (ordered(loop, function, root, item, passes),), detail=detail)


def _item(loop: ast.For, passes: Traversal) -> str:
    """What the order holds for a node: the node, or some of `(node.creator, node)`. Empty if not known."""
    if isinstance(core(loop.iter), ast.List | ast.Tuple):
        return ""
    if isinstance(loop.target, ast.Name):
        return NODE
    for statement, function in passes.appends:
        pair = statement.value.args[-1] if isinstance(statement.value, ast.Call) else None
        if isinstance(pair, ast.Tuple) and isinstance(loop.target, ast.Tuple):
            parts = [_part(each, function, passes) for each in pair.elts]
            return f"({', '.join(parts)},)" if all(parts) and len(parts) == len(loop.target.elts) else ""
    return ""


def _part(name: ast.expr, function: Definition, passes: Traversal) -> str:
    own = passes.root(function)
    if _is_name(name, own):
        return NODE
    for each in passes.nodes(function):
        if isinstance(each, ast.Assign) and names_of(each.targets[0]) == names_of(name):
            value = each.value
            return (
                f"{NODE}.{value.attr}"
                if isinstance(value, ast.Attribute) and _is_name(value.value, own)
                else ""
            )
    return ""


def _comprehension(statement: ast.Expr, comprehension: ast.ListComp, passes: Traversal) -> Iterator[Offer]:
    """The same for a loop in brackets."""
    function = passes.known.tree.nearest(statement, Definition)
    target = comprehension.generators[0].target
    if isinstance(function, Definition) and isinstance(target, ast.Name):
        at, detail = _builder(passes) or (statement, "unknown")
        step = ast.copy_location(ast.Expr(comprehension.elt), statement)
        loop = in_order(passes, function, passes.root(function), target.id, [step])
        yield Offer("topological", at, (replaced(statement, *loop),), detail=detail)


def _in_rules(passes: Traversal) -> Iterator[Offer]:
    """Rules that call the rules of their operands: they stop at that, and the pass calls each of them."""
    entry = passes.entry
    root = passes.root(entry) if entry else ""
    names = passes.parents.closures | ({entry.name} if entry else set())
    calls = [
        statement
        for statement in passes.known.tree.up
        if isinstance(statement, ast.Expr) and called(statement.value) in names
        if isinstance(outer := passes.known.tree.outermost(statement), Definition)
        and outer not in passes.functions
        if passes.known.tree.nearest(statement, Definition) is not outer
    ]
    if not calls or entry is None or not root or passes.loops:
        return
    own = [each for each in without_docstring(entry.body) if passes.runs(each) and root in names_of(each)]
    if own:
        changes = (*(replaced(each) for each in calls), for_each(own[0], entry, root, passes))
        first = min(calls, key=lambda each: each.lineno)
        yield Offer("topological", first, changes, detail="recursive")


@dataclass(frozen=True)
class _List:
    """A loop that takes nodes from a list which it fills itself, or finds filled."""

    loop: Loop
    function: Definition
    root: str
    kept: frozenset[str]
    at: ast.stmt
    """The statement that takes a node."""
    own: str


def _taken(loop: Loop, kept: frozenset[str]) -> tuple[ast.stmt, str] | None:
    """The statement that takes the next node from a list, and the node's name."""
    if isinstance(loop, ast.For):
        grows = any(_is_push(each) and names_of(each.func) & names_of(loop.iter) for each in nodes_in(loop))  # type: ignore[attr-defined]
        return (loop, loop.target.id) if grows and isinstance(loop.target, ast.Name) else None
    for statement in loop.body:
        value = getattr(statement, "value", None)
        if isinstance(statement, ast.For) and names_of(statement.iter) & names_of(loop.test):
            return (statement, statement.target.id) if isinstance(statement.target, ast.Name) else None
        if isinstance(statement, ast.Assign) and isinstance(target := statement.targets[0], ast.Name):
            takes = any(called(each) in _TAKING or isinstance(each, ast.Subscript) for each in _all(value))
            if takes and names_of(statement.value) & kept:
                return statement, target.id
    return None


_TAKING = ("pop", "popleft", "heappop", "get")
_PUSHING = ("append", "appendleft", "extend", "heappush", "add", "put", "insert")


def _all(node: ast.AST | None) -> list[ast.AST]:
    return [] if node is None else [node, *nodes_in(node)]


def _is_push(node: ast.AST) -> bool:
    return called(node) in _PUSHING and isinstance(getattr(node, "func", None), ast.Attribute | ast.Name)


def _worklist(each: _List, passes: Traversal) -> Offer:
    def make(now: Loop) -> list[ast.stmt]:
        level = next((one for one in now.body if one is each.at and isinstance(one, ast.For)), now)
        body = stripped([one for one in level.body if one is not each.at], is_gone)
        return in_order(passes, each.function, each.root, each.own, body)

    def is_gone(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in each.kept

    grows = any(_is_push(node) for node in nodes_in(each.loop))
    at, detail = (each.at, _manner(each)) if grows else (_builder(passes) or (each.loop, "unknown"))
    return Offer("topological", at, (Change(each.loop, make),), detail=detail)


def _manner(each: _List) -> str:
    """In which order the list is worked off; unknown where users are counted."""
    counts = (node for node in nodes_in(each.loop) if isinstance(node, ast.AugAssign))
    if any(isinstance(node.op, ast.Sub) and number_in(node.value) == 1 for node in counts):
        return "unknown"
    return _order_of([each.at]) or ("breadth-first" if isinstance(each.at, ast.For) else "unknown")


def _order_of(body: list[ast.stmt]) -> str:
    for call in (node for statement in body for node in nodes_in(statement)):
        if called(call) == "popleft" or (called(call) == "pop" and _takes_first(call)):
            return "breadth-first"
        if called(call) == "pop":
            return "stack"
    return ""


def _takes_first(call: ast.AST) -> bool:
    arguments = getattr(call, "args", [])
    return len(arguments) == 1 and number_in(arguments[0]) == 0


def _builder(passes: Traversal) -> tuple[ast.AST, str] | None:
    """Where a node is put into an order, and what kind of order that gives."""
    for statement, function in passes.appends:
        loop = passes.known.tree.nearest(statement, ast.While)
        if isinstance(loop, ast.While):
            return statement, _order_of(loop.body) or "unknown"
        return statement, _recursive_form(statement, function, passes)
    return None


def _recursive_form(statement: ast.AST, function: Definition, passes: Traversal) -> str:
    nodes = passes.nodes(function)
    asked = {name for each in nodes if is_membership(each) for name in names_of(each.comparators[0])}  # type: ignore[attr-defined]
    if not asked or asked <= {*names_stored(function)}:
        return "no-visited"
    loops = [each for each in nodes if passes.over_parents(each)]
    is_first = loops and statement.lineno < loops[0].lineno  # type: ignore[attr-defined]
    return "pre-order" if is_first else "unknown"
