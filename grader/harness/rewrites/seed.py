"""Where a pass starts from: the output's gradient is 1, every other one 0, before any rule runs."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property

from ..repair.edit import Change, after, before, replaced, with_field
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression, statements
from ._ordering import fresh_name, new_body, renamed
from ._traversal import (
    Definition,
    Recursion,
    Traversal,
    called,
    names_of,
    nodes_in,
    number_in,
    targets_of,
    traversal,
    without_docstring,
)

_LOOPS = (ast.For, ast.While)


def offers(known: Known) -> Iterator[Offer]:
    """First what every node starts with, then the output."""
    passes = traversal(known)
    yield from _initial(passes)
    yield from _arguments(passes)
    kept = _gradients_kept(passes)
    for each in kept[:1]:
        yield from _in_a_dict(each, passes)
    if not kept or _both_ways(passes):
        yield from _Seeds(passes).offers()


def _initial(passes: Traversal) -> Iterator[Offer]:
    """A gradient that a new node starts with, other than zero."""
    known = passes.known
    owner = known.class_definition
    makers = [each for each in known.functions if each.name in ("__init__", "__post_init__")]
    for made in makers:
        for node in nodes_in(made) if passes.is_of_nodes(made) else ():
            if any(passes.is_gradient(each) for each in targets_of(node)):
                value = node.value  # type: ignore[attr-defined]
                yield from _zero(_default(made, value) or value, node)
    for statement in owner.body if owner else ():
        if any(isinstance(each, ast.Name) and each.id == known.grad for each in targets_of(statement)):
            yield from _zero(_field_default(getattr(statement, "value", None)), statement)


def _zero(value: ast.expr | None, at: ast.AST) -> Iterator[Offer]:
    is_none = isinstance(value, ast.Constant) and value.value is None
    if value is not None and not is_none and number_in(value) != 0 and not _is_given_gradient(value):
        detail = "" if number_in(value) is not None else "data"
        yield Offer("initial-zero", at, (_number(value, "zeros_like", "0.0"),), detail=detail)


def _is_given_gradient(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and "grad" in value.id.lower()


def _number(value: ast.expr, like: str, number: str) -> Change:
    """A number in the place of an expression; an array where there was one."""
    if called(value) in ("zeros_like", "ones_like") and isinstance(function := value.func, ast.Attribute):  # type: ignore[attr-defined]
        return with_field(function, "attr", like)
    return replaced(value, expression(number, value))


def _default(function: Definition, value: ast.expr | None) -> ast.expr | None:
    """The default of the parameter that a value is."""
    arguments = function.args.args
    named = dict(zip([each.arg for each in arguments[::-1]], function.args.defaults[::-1], strict=False))
    return named.get(value.id) if isinstance(value, ast.Name) else None


def _field_default(value: ast.expr | None) -> ast.expr | None:
    """The number in `field(default=1.0)`."""
    if called(value) == "field" and isinstance(value, ast.Call):  # type: ignore[arg-type]
        return next((each.value for each in value.keywords if each.arg == "default"), None)
    return value


def _arguments(passes: Traversal) -> Iterator[Offer]:
    """A gradient that is handed in where nobody does: its default, and calls without it."""
    for default in passes.entry.args.defaults if passes.entry else ():
        is_number = isinstance(default, ast.Constant) and type(default.value) in (int, float)
        if number_in(default) not in (None, 1.0) and (is_number or isinstance(default, ast.UnaryOp)):
            yield Offer("seed-one", passes.entry, (_one(default),))  # type: ignore[arg-type]
    for recursion in passes.recursions:
        function = recursion.function
        if not any(
            isinstance(each, ast.AugAssign) and passes._receives(each) for each in passes.nodes(function)
        ):
            continue
        for call in recursion.calls:
            if (
                not call.args
                and not call.keywords
                and isinstance(call.func, ast.Attribute)
                and function.args.defaults
            ):
                changes = (replaced(call, _with_argument(call, "0.0")),)
                yield Offer("seed-once", call, changes, detail="recursive")


def _with_argument(call: ast.Call, text: str) -> ast.expr:
    return expression(f"{ast.unparse(call.func)}({text})", call)


def _gradients_kept(passes: Traversal) -> list[tuple[Definition, ast.Subscript]]:
    """Gradients that the pass keeps beside the nodes, in a dict or a list: where one is added."""
    return [
        (function, target)
        for function in passes.functions
        for node in passes.nodes(function)
        if isinstance(node, ast.Assign | ast.AugAssign) and passes.is_share(node)
        for target in targets_of(node)
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
    ]


def _both_ways(passes: Traversal) -> bool:
    """Whether a loop that keeps gradients beside the nodes adds to those of the nodes too."""
    for loop in passes.loops:
        nodes = [each for each in nodes_in(loop) if passes.is_share(each)]
        nodes = [each for each in nodes if not isinstance(each.value, ast.Name)]  # type: ignore[attr-defined]
        of_nodes = [any(map(passes.is_gradient, targets_of(each))) for each in nodes]
        if any(of_nodes) and not all(of_nodes):
            return True
    return False


def _in_a_dict(kept: tuple[Definition, ast.Subscript], passes: Traversal) -> Iterator[Offer]:
    function, share = kept
    name, root = names_of(share.value), passes.root(function)
    stores = [each for each in passes.nodes(function) if isinstance(each, ast.Assign | ast.AnnAssign)]
    made = next((each for each in stores if names_of(targets_of(each)[0]) == name), None)
    owners = sorted(names_of(share.slice) - {"id"})
    if made is None or not isinstance(targets_of(made)[0], ast.Name) or len(owners) != 1 or not root:
        return
    seeds = [*_entries(made.value, root), *_items(stores, share.value, passes)]
    key = ast.unparse(renamed([ast.Expr(share.slice)], owners[0], root)[0])
    seeding = () if seeds else (after(made, *statements(f"{ast.unparse(share.value)}[{key}] = 1.0", made)),)
    all_values = _filled_with(made.value)
    if all_values is not None and number_in(all_values) not in (None, 0.0):
        yield Offer(
            "seed-once", made, (replaced(all_values, expression("0.0", made)), *seeding), detail="all"
        )
    elif seeding:
        yield Offer("seed", function, seeding)
    for seed in seeds:
        if number_in(seed) != 1 and not passes.is_handed_in(seed):
            yield Offer("seed-one", passes.known.tree.statement(seed), (_one(seed),))


def _entries(made: ast.expr | None, root: str) -> list[ast.expr]:
    """The values in `{id(root): 1.0}`."""
    if not isinstance(made, ast.Dict):
        return []
    return [value for key, value in zip(made.keys, made.values, strict=True) if key and root in names_of(key)]


def _filled_with(made: ast.expr | None) -> ast.expr | None:
    """The value that every node has at first: `{v: 0.0 for v in order}`, `[0.0] * n`, `dict.fromkeys(order, 0.0)`."""
    if isinstance(made, ast.DictComp):
        return made.value
    if isinstance(made, ast.BinOp) and isinstance(made.left, ast.List) and made.left.elts:
        return made.left.elts[0]
    if isinstance(made, ast.Call) and called(made) == "fromkeys" and len(made.args) > 1:
        return made.args[1]
    return None


def _items(stores: list[ast.Assign | ast.AnnAssign], kept: ast.expr, passes: Traversal) -> list[ast.expr]:
    """The values in `grads[root] = 1.0`, outside of loops."""
    return [
        each.value
        for each in stores
        for target in targets_of(each)
        if isinstance(target, ast.Subscript) and ast.dump(target.value) == ast.dump(kept)
        if each.value is not None and passes.known.tree.nearest(each, _LOOPS) is None
    ]


def _one(value: ast.expr) -> Change:
    return _number(value, "ones_like", "1.0")


class _Seeds:
    """The statements that set gradients to numbers in a pass that keeps them in the nodes."""

    def __init__(self, passes: Traversal) -> None:
        self._passes = passes
        self._tree = passes.known.tree
        self._recursive = {each.function: each for each in passes.recursions if passes.moves(each.function)}

    @cached_property
    def all(self) -> list[ast.Assign | ast.AugAssign | ast.AnnAssign]:
        """In the functions of the pass."""
        return [
            node
            for function in self._passes.functions
            for node in self._passes.nodes(function)
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and self._is_seed(node)
        ]

    def _is_seed(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> bool:
        if not any(map(self._passes.is_gradient, targets_of(node))) or self._passes.is_share(node):
            return False
        function = self._tree.nearest(node, Definition)
        if function is self._passes.entry or function in self._recursive:
            return True
        return not (isinstance(node, ast.AugAssign) and self._is_given(node))

    def _is_given(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> bool:
        return node.value is not None and self._passes.is_handed_in(node.value)

    @cached_property
    def everywhere(self) -> list[ast.Assign | ast.AugAssign | ast.AnnAssign]:
        """Those that more nodes than one get."""
        return [
            each for each in self.all if self._is_repeated(each) and number_in(each.value) not in (None, 0.0)
        ]

    def _is_repeated(self, node: ast.stmt) -> bool:
        function = self._tree.nearest(node, Definition)
        again = any(function is each.function for each in self._passes.recursions)
        return again or self._tree.nearest(node, _LOOPS) is not None

    @cached_property
    def once(self) -> list[ast.Assign | ast.AugAssign | ast.AnnAssign]:
        """Those that the node gets that the pass starts from."""
        return [each for each in self.all if self._is_given(each) or not self._is_repeated(each)]

    def offers(self) -> Iterator[Offer]:
        """The seed is missing, late, wrong, or everywhere."""
        good = [each for each in self.once if number_in(each.value) == 1 or self._is_given(each)]
        for each in self.everywhere:
            yield from self._taken_out(each)
        if not good:
            for each in self.once:
                if each.value is not None and not isinstance(
                    getattr(each, "op", ast.Add()), ast.Mult | ast.Div
                ):
                    yield Offer("seed-one", each, (_one(each.value),))
        if not good and all(number_in(each.value) == 0 for each in self.once):
            yield from self._missing()
        for each in good:
            yield from self._late(each)
            if (
                isinstance(each, ast.AugAssign)
                and isinstance(each.op, ast.Add)
                and number_in(each.value) == 1
            ):
                new = ast.Assign(targets=[each.target], value=each.value)
                yield Offer("seed-set", each, (replaced(each, ast.copy_location(new, each)),))

    def _missing(self) -> Iterator[Offer]:
        entry = self._begin()
        if entry is None or not self._passes.root(entry) or self.everywhere:
            return
        place = without_docstring(entry.body)[0]
        if entry in self._recursive:
            yield Offer("seed", entry, self._apart(self._recursive[entry], None), detail="recursive")
        else:
            place = self._passes.first_run(entry) or place
        yield Offer("seed", entry, (before(place, *self._seed(entry, place)),))

    def _begin(self) -> Definition | None:
        """The function that the pass starts from, or the one to which it is handed at once."""
        entry, others = self._passes.entry, self._passes.functions[1:2]
        if entry is None or len(without_docstring(entry.body)) > 1 or self._passes.loops[:1] == []:
            return entry
        loop = self._passes.loops[0]
        return others[0] if others and others[0] is self._tree.outermost(loop) else entry

    def _seed(self, function: Definition, at: ast.AST) -> list[ast.stmt]:
        return statements(f"{self._passes.root(function)}.{self._passes.known.grad} = 1.0", at)

    def _late(self, seed: ast.stmt) -> Iterator[Offer]:
        function = self._tree.nearest(seed, Definition)
        if not isinstance(function, Definition) or function in self._recursive or seed not in function.body:
            return
        run = self._passes.first_run(function)
        if run is not None and run is not seed and function.body.index(run) < function.body.index(seed):
            changes = (replaced(seed), before(run, *deepcopy([seed])))
            yield Offer("seed", seed, changes, detail="late")

    def _taken_out(self, seed: ast.stmt) -> Iterator[Offer]:
        function, outermost = self._tree.nearest(seed, Definition), self._tree.outermost(seed)
        if function in self._recursive:
            changes = self._apart(self._recursive[function], seed)
            yield Offer("seed-once", seed, changes, detail="recursive")
        elif outermost is not None:
            place = self._passes.first_run(outermost) or self._outer_statement(seed, outermost)
            first = () if self.once else (before(place, *self._seed(outermost, place)),)
            yield Offer("seed-once", seed, (replaced(seed), *first), detail="loop")

    def _outer_statement(self, node: ast.AST, function: Definition) -> ast.stmt:
        inside = {node, *self._tree.above(node)}
        return next(each for each in function.body if each in inside)

    def _apart(self, recursion: Recursion, seed: ast.stmt | None) -> tuple[Change, ...]:
        """The recursion in a function of its own; the seed before it."""
        function, own = recursion.function, self._passes.root(recursion.function)
        name = fresh_name("run", function)

        def make(now: list[ast.stmt]) -> list[ast.stmt]:
            body = deepcopy([each for each in now if each is not seed]) or [ast.Pass()]
            for statement in body:
                for call in nodes_in(statement):
                    if called(call) == function.name:
                        _ask(call, name)
            at = now[0]
            (inner,) = statements(f"def {name}({own}): pass", at)
            inner.body = body  # type: ignore[attr-defined]
            seeds = [seed] if seed is not None else self._seed(function, at)
            return [inner, *seeds, *statements(f"{name}({own})", at)]

        return new_body(function, make)


def _ask(call: ast.AST, name: str) -> None:
    """Make `node.backward()` into `run(node)`."""
    if isinstance(call, ast.Call):
        if isinstance(call.func, ast.Attribute):
            call.args = [call.func.value, *call.args]
        call.func = ast.copy_location(ast.Name(name, ast.Load()), call)
