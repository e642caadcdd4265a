"""What one object or one call leaves behind for the next is made anew."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, before, replaced, wrapped
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression, statements
from ._ordering import in_order
from ._syntax import Definition, called, names_of, nodes_in, number_in, targets_of, without_docstring
from ._traversal import Traversal, traversal

_MAKING = ("list", "set", "dict", "deque", "defaultdict", "OrderedDict", "Counter")
_CHANGING = frozenset(
    "append add extend insert update setdefault appendleft pop popleft remove discard clear push".split()
)

_Kept = tuple[str, ast.Assign | ast.AnnAssign]


def offers(known: Known) -> Iterator[Offer]:
    """Defaults, what a class holds, what the module holds, marks on nodes."""
    passes = traversal(known)
    for function in known.functions:
        yield from _defaults(function, passes)
    yield from _of_classes(passes)
    yield from _of_modules(passes)
    yield from _marks(passes)
    yield from _on_the_class(passes)


def _is_container(value: ast.AST | None) -> bool:
    if isinstance(value, ast.List | ast.Set | ast.Dict):
        return True
    return value is not None and called(value) in _MAKING


def _defaults(function: Definition, passes: Traversal) -> Iterator[Offer]:
    """`def visit(self, seen=set())`: one set for all calls."""
    if not any(map(_is_container, function.args.defaults)):
        return
    arguments = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    changes: list[Change] = []
    for argument, default in zip(arguments, function.args.defaults, strict=True):
        if not _is_container(default):
            continue
        if any(_changes(each, argument.arg) for each in passes.nodes(function)):
            changes += _made_inside(function, argument.arg, default, passes)
        else:
            kept = _kept_as(function, argument.arg, passes)
            changes += [_copied(each, called(default) or type(default).__name__.lower()) for each in kept]
    if changes:
        yield Offer("fresh-state", function, tuple(changes), detail="default")


def _copied(value: ast.expr, kind: str) -> Change:
    return wrapped(value, lambda now: ast.Call(ast.Name(kind, ast.Load()), [now], []))


def _changes(node: ast.AST, name: str) -> bool:
    """Whether something is put into the container of that name, or taken out."""
    if called(node) in _CHANGING or called(node) in ("heappush", "heappop"):
        held = node.func.value if isinstance(node.func, ast.Attribute) else node.args[0]  # type: ignore[attr-defined]
        return isinstance(held, ast.Name) and held.id == name
    targets = targets_of(node)
    if isinstance(node, ast.AugAssign):
        return any(isinstance(each, ast.Name) and each.id == name for each in targets)
    return any(isinstance(each, ast.Subscript) and names_of(each.value) == {name} for each in targets)


def _kept_as(function: Definition, name: str, passes: Traversal) -> list[ast.expr]:
    """Where a parameter becomes an attribute that is changed later."""
    found: list[ast.expr] = []
    for node in passes.nodes(function):
        for target in targets_of(node):
            value = getattr(node, "value", None)
            is_it = isinstance(value, ast.Name) and value.id == name and isinstance(target, ast.Attribute)
            if is_it and target.attr in _changed_attributes(passes):  # type: ignore[union-attr]
                found.append(value)
    return found


def _changed_attributes(passes: Traversal) -> set[str]:
    """The attributes whose containers are changed somewhere."""
    return {
        each.func.value.attr
        for each in passes.known.tree.up
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in _CHANGING
        if isinstance(each.func.value, ast.Attribute)
    }


def _made_inside(function: Definition, name: str, default: ast.expr, passes: Traversal) -> tuple[Change, ...]:
    """A container made by each call that is not given one."""
    first = without_docstring(function.body)[0]
    text = f"{name} = {ast.unparse(default)}"
    if _is_given(function, name, passes):
        nothing = replaced(default, ast.Constant(value=None))
        return nothing, before(first, *statements(f"if {name} is None: {text}", first))
    return (before(first, *statements(text, first)),)


def _is_given(function: Definition, name: str, passes: Traversal) -> bool:
    """Whether some call gives an argument for the parameter."""
    names = [each.arg for each in function.args.args]
    calls = [each for each in passes.known.tree.up if isinstance(each, ast.Call)]
    if function.name == "__init__":
        calls = [each for each in calls if called(each) in (passes.known.class_name, "cls")]
        position = names.index(name) - 1
    else:
        calls = [each for each in calls if called(each) == function.name]
        is_method = isinstance(passes.known.tree.up[function][0], ast.ClassDef)
        position = names.index(name) - is_method
    return any(len(each.args) > position or any(word.arg == name for word in each.keywords) for each in calls)


def _of_classes(passes: Traversal) -> Iterator[Offer]:
    """A list in the body of a class, which all objects share."""
    for owner in passes.known.top_level:
        if not isinstance(owner, ast.ClassDef):
            continue
        methods = [each for each in passes.known.functions if passes.known.tree.up[each][0] is owner]
        made = next((each for each in methods if each.name == "__init__"), None)
        for name, statement in _containers(owner.body):
            if name not in _changed_attributes(passes):
                continue
            if made is not None and not _sets(made, name, passes):
                first, own = without_docstring(made.body)[0], made.args.args[0].arg
                text = f"{own}.{name} = {ast.unparse(statement.value or ast.List([]))}"
                yield Offer(
                    "fresh-state", statement, (before(first, *statements(text, first)),), detail="class"
                )
            yield from _cleared(f"{owner.name}.{name}", statement, name, passes)


def _containers(body: list[ast.stmt]) -> list[_Kept]:
    return [
        (target.id, each)
        for each in body
        if isinstance(each, ast.Assign | ast.AnnAssign) and _is_container(each.value)
        for target in targets_of(each)
        if isinstance(target, ast.Name)
    ]


def _sets(function: Definition, name: str, passes: Traversal) -> bool:
    targets = (target for each in passes.nodes(function) for target in targets_of(each))
    return any(isinstance(each, ast.Attribute) and each.attr == name for each in targets)


def _cleared(text: str, statement: ast.stmt, name: str, passes: Traversal) -> Iterator[Offer]:
    """A container that the pass fills, emptied when a pass begins."""
    if passes.entry is None or any(each.function is passes.entry for each in passes.recursions):
        return
    if any(_fills(each, name) for function in passes.functions for each in passes.nodes(function)):
        first = without_docstring(passes.entry.body)[0]
        change = before(first, *statements(f"{text}.clear()", first))
        yield Offer("fresh-state", statement, (change,), detail="call")


def _fills(node: ast.AST, name: str) -> bool:
    if called(node) not in _CHANGING or not isinstance(getattr(node, "func", None), ast.Attribute):
        return any(
            isinstance(each, ast.Subscript)
            and name in (getattr(each.value, "id", ""), getattr(each.value, "attr", ""))
            for each in targets_of(node)
        )
    held = node.func.value  # type: ignore[attr-defined]
    return name in (getattr(held, "id", ""), getattr(held, "attr", ""))


def _of_modules(passes: Traversal) -> Iterator[Offer]:
    """A list beside the class: what a pass puts there stays for the next."""
    for name, statement in _containers(passes.known.top_level):
        yield from _cleared(name, statement, name, passes)
    for loop in passes.loops:
        yield from _old_gradients(loop, passes)


def _old_gradients(loop: ast.For | ast.While, passes: Traversal) -> Iterator[Offer]:
    """A tape that is played again with what its results still hold."""
    function, target = passes.known.tree.up[loop][0], getattr(loop, "target", None)
    if (
        not isinstance(function, Definition)
        or not isinstance(target, ast.Tuple)
        or not isinstance(loop, ast.For)
    ):
        return
    nodes = {
        each.value.id
        for each in nodes_in(loop)
        if passes.is_gradient(each) and isinstance(each.value, ast.Name)
    }  # type: ignore[attr-defined]
    named = [each.id for each in target.elts if isinstance(each, ast.Name) and each.id in nodes]
    seeds = [each for each in function.body if any(map(passes.is_gradient, targets_of(each)))]
    source = _source(loop.iter, function) or loop.iter
    tapes = {name for name, _ in _containers(passes.known.top_level)}
    if len(named) == 1 and seeds and names_of(source) & tapes:
        header = f"for {ast.unparse(target)} in {ast.unparse(loop.iter)}"
        text = f"{header}: {named[0]}.{passes.known.grad} = 0.0"
        change = before(seeds[0], *statements(text, seeds[0]))
        at = source if isinstance(source, ast.stmt) else loop
        yield Offer("fresh-state", at, (change,), detail="gradients")


def _source(iterable: ast.expr, function: Definition) -> ast.stmt | None:
    """The statement that says what a loop runs over."""
    for each in function.body:
        targets = targets_of(each)
        if targets and isinstance(targets[0], ast.Name) and targets[0].id in names_of(iterable):
            return each
    return None


def _marks(passes: Traversal) -> Iterator[Offer]:
    """`self.visited = True`, which nobody takes back: it is, before each pass."""
    entry = passes.entry
    if entry is None or not passes.parents.ways or any(each.function is entry for each in passes.recursions):
        return
    marks: dict[str, ast.AST] = {}
    cleared: set[str] = set()
    for node, function in passes.stores:
        target = targets_of(node)[0]
        value = getattr(node.value, "value", None)
        if isinstance(target, ast.Attribute) and isinstance(value, bool):
            if function in passes.functions and value:
                marks.setdefault(target.attr, node)
            elif function in passes.functions:
                cleared.add(target.attr)
    first = without_docstring(entry.body)[0]
    for name, at in marks.items():
        if name not in cleared:
            step = statements(f"node.{name} = False", first)
            loop = in_order(passes, entry, passes.root(entry), "node", step)
            yield Offer("fresh-state", at, (before(first, *loop),), detail="mark")


def _on_the_class(passes: Traversal) -> Iterator[Offer]:
    """What an operation keeps for its rule, on the class for all objects: `Mul.ctx = x, y`."""
    classes = {each.name for each in passes.known.top_level if isinstance(each, ast.ClassDef)}
    for store, function in passes.stores:
        target, owner = targets_of(store)[0], passes.known.tree.up[function][0]
        if (
            not isinstance(target, ast.Attribute)
            or not isinstance(owner, ast.ClassDef)
            or not function.args.args
        ):
            continue
        name = target.value.id if isinstance(target.value, ast.Name) else ""
        is_kept = isinstance(store, ast.Assign) and number_in(store.value) is None
        if is_kept and name in classes:
            changes = tuple(_to_the_object(name, target.attr, owner, passes))
            yield Offer("fresh-state", store, changes, detail="class")


def _to_the_object(name: str, attribute: str, owner: ast.ClassDef, passes: Traversal) -> Iterator[Change]:
    """Every `Mul.ctx` becomes `self.ctx`, or whatever the method calls its first parameter."""
    for node in nodes_in(owner):
        if isinstance(node, ast.Attribute) and node.attr == attribute and isinstance(node.value, ast.Name):
            method = passes.known.tree.outermost(node)
            if node.value.id == name and method is not None and method.args.args:
                yield replaced(node.value, expression(method.args.args[0].arg, node.value))
