"""Offers a right start of a pass: the output's gradient is 1, every other one 0, before any rule runs."""

import ast
import builtins
from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property

from ..model.asked import AskedNodes
from ..repair.edit import Change, RewriteOffer, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    Store,
    all_nodes,
    assigned,
    called,
    defaults_of,
    inside,
    is_call,
    is_none,
    names_of,
    number_in,
    parameters_of,
    statements,
    targets_of,
    text,
    without_docstring,
)
from ._ordering import fresh_name, new_body
from ._traversal import Recursion, Traversal, traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of what every node starts with, then of the output's."""
    passes = traversal(known)
    yield from _initial_gradients(passes)
    yield from _gradient_parameters(passes)
    yield from _zeros_taken_for_none(passes)
    # Nodes that are asked for gradients have no pass: the caller gives the output its own.
    if not (_are_beside_nodes(passes) or isinstance(known.value_class.asked, AskedNodes)):
        yield from _Seeds(passes).offers()


def _initial_gradients(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer zero for a gradient that a new node starts with."""
    for store, function in passes.stores:
        is_first = function.name in ("__init__", "__post_init__") and passes.is_method_of_nodes(function)
        for target, value in assigned(store) if is_first else ():
            if passes.is_gradient(target):
                yield from _set_to_zero_offer(_default_of(function, value) or value, store, passes.known)
    yield from _begun_in_rules(passes)
    yield from _initial_fields(passes.known)


def _begun_in_rules(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer zero for what rules give a node that has no gradient yet: `if a.grad is None: a.grad = 1.0`.

    Where an operation or its rule sets a gradient to 1 in any case, nothing is set.
    """
    for store, _ in passes.stores:
        operation = passes.known.attribution.operation(store)
        for target, value in assigned(store) if operation else ():
            is_one = number_in(value) == 1 or is_call(value, "ones_like")
            if not is_one or not passes.is_gradient(target):
                continue
            guard, _ = passes.known.tree.up[store]
            begins = isinstance(guard, ast.If) and text(guard.test) == f"{text(target)} is None"
            change = _set_to(value, 0) if begins else replaced(store)
            group = "begun in rules" if begins else ""
            yield RewriteOffer("initial-zero", store, (change,), operation, group=group)


def _initial_fields(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer zero for the default of a field, which is what a node of a dataclass starts with."""
    for statement in known.class_definition.body if known.class_definition else ():
        names = [target.id for target in targets_of(statement) if isinstance(target, ast.Name)]
        if names == [known.grad]:
            given = _field_default(getattr(statement, "value", None))
            yield from _set_to_zero_offer(given, statement, known)


def _set_to_zero_offer(value: ast.expr | None, at: ast.AST, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer zero for this value, unless it is zero or a parameter."""
    is_given = isinstance(value, ast.Name) and "grad" in value.id.lower()
    if value is not None and number_in(value) != 0 and not is_given:
        rewrite = "initial-number" if is_none(value) else "initial-zero"
        yield RewriteOffer(rewrite, at, (_set_to(value, 0),), detail=_kind_of(value, known))


def _kind_of(value: ast.expr, known: SourceAnalysis) -> str:
    """Return what stands in place of 0: a number, a tuple, an array of all nodes, data, or a constant."""
    if number_in(value) is not None:
        return ""
    if isinstance(value, ast.Tuple):
        return "comma"
    of_module = known.value_class.module.__dict__
    if hasattr(of_module.get(text(value)), "__array__"):
        return "one array"
    return "data" if names_of(value) - {*of_module, *dir(builtins)} else "constant"


def _default_of(function: Definition, value: ast.expr) -> ast.expr | None:
    """Return the default of the parameter that a value is; none of the first, which is the data."""
    is_data = isinstance(value, ast.Name) and value.id in parameters_of(function)[1:2]
    return defaults_of(function).get(value.id) if isinstance(value, ast.Name) and not is_data else None


def _field_default(value: ast.expr | None) -> ast.expr | None:
    """Return the number in `field(default=1.0)`."""
    if is_call(value, "field"):
        return next((keyword.value for keyword in value.keywords if keyword.arg == "default"), None)
    return value


def _gradient_parameters(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer 1 for the default of a pass's parameter and its replacement; 0 in calls without it."""
    for at, value in _given_to_parameters(passes.entry) if passes.entry else ():
        if number_in(value) not in (None, 1.0):
            yield RewriteOffer("seed-one", at, (_set_to(value, 1),))
    for recursion in passes.recursions:
        # A recursion without its argument begins again with the seed at each node.
        receives = any(map(passes.adds_parameter, inside(recursion.function)))
        for call in recursion.calls if receives and recursion.function.args.defaults else ():
            match call:
                case ast.Call(ast.Attribute() as method, [], []):
                    change = replaced(call, f"{ast.unparse(method)}(0.0)")
                    yield RewriteOffer("seed-once", call, (change,), detail="recursive")


def _zeros_taken_for_none(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to ask for None where a pass asks whether the gradient that a node receives is true."""
    for function in dict.fromkeys(recursion.function for recursion in passes.recursions):
        given = [name for name, default in defaults_of(function).items() if is_none(default)]
        for node in inside(function):
            match node:
                case ast.BoolOp(ast.Or(), [ast.Name(name), other]) if name in given:
                    change = replaced(node, f"{text(other)} if {name} is None else {name}")
                    yield RewriteOffer("seed-once", node, (change,), detail="zero")
                case ast.UnaryOp(ast.Not(), ast.Name(name)) if name in given:
                    yield RewriteOffer("seed-once", node, (replaced(node, f"{name} is None"),), detail="zero")


def _given_to_parameters(entry: Definition) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Yield the values of parameters that a pass sets, `grad = np.zeros(1)`, or has by default."""
    given = parameters_of(entry)
    for node in all_nodes(*entry.body):
        match node:
            case ast.Assign([ast.Name(name), *_], value) if name in given:
                yield node, value
    for default in entry.args.defaults:
        if not isinstance(getattr(default, "value", None), bool):
            yield entry, default


class _Seeds:
    """The statements that set gradients to numbers in a pass that keeps them in the nodes."""

    def __init__(self, passes: Traversal) -> None:
        self._passes = passes
        self._tree = passes.known.tree
        self._recursive = {
            recursion.function: recursion
            for recursion in passes.recursions
            if passes.moves_gradients(recursion.function)
        }

    @cached_property
    def all(self) -> list[Store]:
        """Seeds in the functions of the pass."""
        functions = self._passes.functions
        nodes = [node for function in functions for node in inside(function)]
        return [node for node in nodes if isinstance(node, Store) and self._is_seed(node)]

    @cached_property
    def _of_rules(self) -> set[ast.AST]:
        """The statements of rules, which may be methods of classes that the pass calls."""
        return {local.at for local in self._passes.known.local_gradients.all if local.operation is not None}

    def _is_seed(self, node: Store) -> bool:
        """Whether a statement sets a gradient to what no operand was handed."""
        if not any(map(self._passes.is_gradient, targets_of(node))) or node in self._of_rules:
            return False
        if self._passes.adds_gradient(node):
            return False
        function = self._tree.nearest(node, Definition)
        if function is self._passes.entry or function in self._recursive:
            return True
        return not (isinstance(node, ast.AugAssign) and self._is_given(node))

    def _is_given(self, node: Store) -> bool:
        """Whether a store takes its value from a parameter."""
        return node.value is not None and self._passes.is_parameter(node.value)

    @cached_property
    def everywhere(self) -> list[Store]:
        """Seeds that more than one node gets."""
        repeated = [call for call in self.all if self._is_repeated(call)]
        return [each for each in repeated if number_in(each.value) not in (None, 0.0)]

    def _is_repeated(self, node: ast.stmt) -> bool:
        """Whether a statement is in a recursion or in a loop."""
        function = self._tree.nearest(node, Definition)
        again = any(function is recursion.function for recursion in self._passes.recursions)
        return again or self._tree.nearest(node, LOOPS) is not None

    @cached_property
    def once(self) -> list[Store]:
        """Seeds of the node that the pass starts from."""
        return [call for call in self.all if self._is_given(call) or not self._is_repeated(call)]

    def offers(self) -> Iterator[RewriteOffer]:
        """The seed is everywhere, wrong, missing, late, added."""
        for each in self.everywhere:
            yield from self._taken_out(each)
        good = [call for call in self.once if number_in(call.value) == 1 or self._is_given(call)]
        yield from self._other_than_one(beside=good)
        if not good and all(number_in(call.value) == 0 for call in self.once):
            yield from self._missing_seed()
        for each in good:
            yield from self._late_seed(each)
            yield from _assigned(each)
            yield from self._asked_for(each)

    def _other_than_one(self, *, beside: list[Store]) -> Iterator[RewriteOffer]:
        """Offer 1 for each seed; beside a right one only for another number: what is set to 0 is a reset."""
        for call in self.once:
            is_wrong = not beside or number_in(call.value) not in (None, 0.0, 1.0)
            if call.value is not None and is_wrong:
                yield RewriteOffer("seed-one", call, (_set_to(call.value, 1),))

    def _asked_for(self, seed: Store) -> Iterator[RewriteOffer]:
        """Offer a seed without `if self.grad is None`, which never holds where a new gradient is 0."""
        guard, _ = self._tree.up[seed]
        if not isinstance(guard, ast.If) or seed not in guard.body or guard.orelse:
            return
        if any(map(self._passes.is_gradient, all_nodes(guard.test))):
            yield RewriteOffer("seed", seed, (replaced(guard, *guard.body),), detail="asked for")

    def _missing_seed(self) -> Iterator[RewriteOffer]:
        """Offer a seed where the pass has none."""
        start = self._start_of_pass()
        if start is None or not self._passes.root(start) or self.everywhere:
            return
        for statement in start.body:
            if isinstance(statement, ast.Assign) and self._is_data_of_root(statement, start):
                new = self._seeding(start, statement)
                yield RewriteOffer("seed", statement, (replaced(statement, *new),), detail="data")
        place = without_docstring(start.body)[0]
        if start in self._recursive:
            yield RewriteOffer(
                "seed", start, self._recursion_apart(self._recursive[start], None), detail="recursive"
            )
        else:
            place = self._passes.first_running_rules(start) or place
        yield RewriteOffer("seed", start, (before(place, *self._seeding(start, place)),))

    def _is_data_of_root(self, store: ast.Assign, start: Definition) -> bool:
        """Whether a store is `self.data = 1.0` in the function that a pass starts from."""
        data = f"{self._passes.root(start)}.{self._passes.known.data}"
        return text(store.targets[0]) == data and number_in(store.value) == 1

    def _start_of_pass(self) -> Definition | None:
        """Return the function that the pass starts from, or the one to which it is handed at once."""
        entry, others, loops = self._passes.entry, self._passes.functions[1:2], self._passes.loops
        if entry is None or len(without_docstring(entry.body)) > 1 or not others or not loops:
            return entry
        return others[0] if others[0] is self._tree.outermost(loops[0]) else entry

    def _seeding(self, function: Definition, at: ast.AST) -> list[ast.stmt]:
        """Return the statement that seeds a function's root."""
        return statements(f"{self._passes.root(function)}.{self._passes.known.grad} = 1.0", at)

    def _late_seed(self, seed: ast.stmt) -> Iterator[RewriteOffer]:
        """Offer a seed before the rules run."""
        function = self._tree.nearest(seed, Definition)
        if not isinstance(function, Definition) or function in self._recursive or seed not in function.body:
            return
        run = self._passes.first_running_rules(function)
        if run is not None and function.body.index(run) < function.body.index(seed):
            changes = (replaced(seed), before(run, *deepcopy([seed])))
            yield RewriteOffer("seed", seed, changes, detail="late")

    def _taken_out(self, seed: ast.stmt) -> Iterator[RewriteOffer]:
        """Offer to seed only the root, not every node."""
        function, outermost = self._tree.nearest(seed, Definition), self._tree.outermost(seed)
        if function in self._recursive:
            changes = self._recursion_apart(self._recursive[function], seed)
            yield RewriteOffer("seed-once", seed, changes, detail="recursive")
        elif outermost is not None:
            place = self._passes.first_running_rules(outermost) or self._outer_statement(seed, outermost)
            first = () if self.once else (before(place, *self._seeding(outermost, place)),)
            yield RewriteOffer("seed-once", seed, (replaced(seed), *first), detail="loop")

    def _outer_statement(self, node: ast.AST, function: Definition) -> ast.stmt:
        """Return the statement of a function's body that a node is in."""
        inside = {node, *self._tree.above(node)}
        return next(statement for statement in function.body if statement in inside)

    def _recursion_apart(self, recursion: Recursion, seed: ast.stmt | None) -> tuple[Change, ...]:
        """Return changes that put the recursion into a function of its own, behind the seed."""
        function, own = recursion.function, self._passes.root(recursion.function)
        name = fresh_name("run", function)

        def make(now: list[ast.stmt]) -> list[ast.stmt]:
            inner, call = statements(f"def {name}({own}): pass\n{name}({own})", now[0])
            assert isinstance(inner, Definition)
            inner.body = deepcopy([each for each in now if each is not seed]) or inner.body
            for node in all_nodes(*inner.body):
                if isinstance(node, ast.Call) and called(node) == function.name:
                    _call_function(node, name)
            return [inner, *([seed] if seed is not None else self._seeding(function, now[0])), call]

        return new_body(function, make)


def _call_function(call: ast.Call, name: str) -> None:
    """Make `node.backward()` into `run(node)`."""
    if isinstance(call.func, ast.Attribute):
        call.args = [call.func.value, *call.args]
    call.func = ast.copy_location(ast.Name(name, ast.Load()), call)


def _assigned(seed: Store) -> Iterator[RewriteOffer]:
    """Offer `self.grad = 1` for `self.grad += 1`."""
    if isinstance(seed, ast.AugAssign) and isinstance(seed.op, ast.Add) and number_in(seed.value) == 1:
        new = ast.Assign(targets=[seed.target], value=seed.value)
        yield RewriteOffer("seed-set", seed, (replaced(seed, ast.copy_location(new, seed)),))


def _set_to(value: ast.expr, number: int) -> Change:
    """Return the change of an expression to 0 or 1, or to an array of such numbers where there is one."""
    if is_call(value, "zeros_like", "ones_like") and isinstance(value.func, ast.Attribute):
        return with_field(value.func, "attr", ("zeros_like", "ones_like")[number])
    return replaced(value, f"{number}.0")


def _are_beside_nodes(passes: Traversal) -> bool:
    """Whether the pass adds to entries of a dict or a list, and not to gradients of nodes as well."""
    adding = filter(passes.adds_gradient, passes.nodes)
    return any(map(_is_entry, adding)) and not _are_in_nodes_too(passes)


def _is_entry(statement: ast.AST) -> bool:
    """Whether a statement sets an entry of what has a name."""
    targets = targets_of(statement)
    return any(isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) for each in targets)


def _are_in_nodes_too(passes: Traversal) -> bool:
    """Whether a loop that adds to such entries adds to gradients of nodes too."""
    for loop in passes.loops:
        adding = [node for node in inside(loop) if passes.adds_gradient(node)]
        adding = [node for node in adding if not isinstance(getattr(node, "value", None), ast.Name)]
        of_nodes = [any(map(passes.is_gradient, targets_of(node))) for node in adding]
        if any(of_nodes) and not all(of_nodes):
            return True
    return False
