"""The last layer of a network has no activation function: a condition, an argument less, or a flag."""

import ast
from collections.abc import Iterator, Sequence
from itertools import product

from ..network.names import ENDS, plain
from ..repair.edit import Change, RewriteOffer, after, ending, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, expression, found, inside, is_call, names_of, text
from ._units import UnitSource, own_name, returns, units

_LOOPS = (ast.For, ast.ListComp, ast.GeneratorExp)
_LINEAR = ("False", "None", "'linear'")


def offers_of_flags(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the flag where a network makes layers in a loop, and these make neurons that all end in relu."""
    every = list(units(known))
    for neuron in every:
        for layer, neurons in _constructing(neuron, every):
            made = [calls for _, calls in _constructing(layer, every)]
            for layers in made or (
                [],
            ):  # a network that is given its layers: who makes the last one tells it
                yield from _flagged(neuron, neurons, layer, layers, known)


def _flagged(
    neuron: UnitSource,
    neurons: list[ast.Call],
    layer: UnitSource,
    layers: list[ast.Call],
    known: SourceAnalysis,
) -> Iterator[RewriteOffer]:
    """Yield the offer that hands a flag from the calls which make layers to what neurons return."""
    inner = list(_obeying(neuron))
    last = [each for call in layers for each in _telling_the_last(call, known)]
    if inner and len(last) == len(layers) and layer.constructor:
        changes = (
            *inner,
            *_taking(layer.constructor),
            *(_handing_on(call, _FLAG) for call in neurons),
            *last,
        )
        yield RewriteOffer("linear-output", inner[0].node, changes, detail="flag")


def _obeying(neuron: UnitSource) -> Iterator[Change]:
    """Yield the changes by which a neuron takes and stores a flag, and applies relu only where it says so."""
    ends = [change for method in neuron.computing for change in _choosing(method)]
    if ends and neuron.constructor and not _lets_choose(neuron.constructor):
        yield from (*ends, *_storing(neuron.constructor))


def _constructing(
    made: UnitSource, every: Sequence[UnitSource]
) -> Iterator[tuple[UnitSource, list[ast.Call]]]:
    """Yield the classes whose constructors make objects of a class, with the calls that do.

    There are none for a class that already takes an activation: it needs no flag.
    """
    if made.constructor is None or _lets_choose(made.constructor):
        return
    for unit in every:
        nodes = found(unit.constructor, ast.Call) if unit.constructor is not None and unit is not made else ()
        calls = [node for node in nodes if is_call(node, made.definition.name)]
        if calls:
            yield unit, calls


def _lets_choose(constructor: Definition) -> bool:
    """Whether a constructor takes something for the function at the end, or anything."""
    given = constructor.args
    names = {each.arg for each in (*given.args, *given.kwonlyargs)} - _ignored(constructor)
    return bool(given.vararg or given.kwarg) or any(ENDS.search(plain(each)) for each in names)


def _ignored(constructor: Definition) -> set[str]:
    """Return the flag, if a constructor takes it and does not look at it."""
    taken = any(each.arg == _FLAG for each in constructor.args.args)
    is_read = any(node.id == _FLAG for node in found(constructor, ast.Name))
    return {_FLAG} if taken and not is_read else set()


def _choosing(method: Definition) -> Iterator[Change]:
    """Yield the changes after which a neuron applies relu only where its flag says so."""
    for node in found(method, ast.Call):
        if is_call(node, "relu", "ReLU", "Relu") and isinstance(node.func, ast.Attribute) and not node.args:
            chosen = f"({text(node)} if {own_name(method)}.{_FLAG} else {text(node.func.value)})"
            yield replaced(node, chosen)


def _storing(constructor: Definition) -> Iterator[Change]:
    """Yield the changes by which an object keeps the flag that it is given."""
    yield from _taking(constructor)
    last = constructor.body[-1]
    yield ending(last, f"{own_name(constructor)}.{_FLAG} = {_FLAG}")


def _taking(constructor: Definition) -> Iterator[Change]:
    """Yield the change by which a constructor takes the flag."""

    def with_flag(now: ast.arguments) -> list[ast.arguments]:
        flag = ast.copy_location(ast.arg(_FLAG), constructor)
        usual = ast.copy_location(ast.Constant(value=True), constructor)
        fields = {key: getattr(now, key) for key in now._fields}
        return [ast.arguments(**fields | {"args": [*now.args, flag], "defaults": [*now.defaults, usual]})]

    if not _ignored(constructor):
        yield Change(constructor.args, with_flag)


def _handing_on(call: ast.Call, value: str) -> Change:
    """Return the change by which a call hands on the flag."""
    return with_field(call, "keywords", [*call.keywords, ast.keyword(_FLAG, expression(value, call))])


def _telling_the_last(call: ast.Call, known: SourceAnalysis) -> Iterator[Change]:
    """Yield the change by which a network tells each layer whether it is the last one, if a loop knows."""
    turn = turn_of(call, known)
    if turn is not None:
        name, number = turn
        last = f"{number[: -len(_LESS)]} - 2" if number.endswith(_LESS) else f"({number}) - 1"
        yield _handing_on(call, f"{name} != {last}")


def offers_when_made(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the flag where a network keeps layers of neurons, and these read one or can be given one."""
    every = list(units(known))
    for neuron in every:
        flags = _flag_changes(neuron)
        for layer, inner, _ in _keepers(neuron, every):
            for network, outer, statement in _keepers(layer, every):
                for flag, changes in flags.items():
                    yield _offer(network, f"{outer}[-1]", inner, flag, statement, changes)


def _offer(
    network: UnitSource, last: str, inner: str, flag: str, made: ast.Assign, changes: tuple[Change, ...]
) -> RewriteOffer:
    """Return the offer to set a flag on the neurons of the last layer, once layers are made."""
    loop = f"for neuron in {last}.{inner.partition('.')[2]}:\n    neuron.{flag} = False"
    in_vain = _set_on_layer(network, last, flag)
    whole = (*changes, replaced(in_vain, loop) if in_vain else after(made, loop))
    return RewriteOffer("linear-output", whole[0].node, whole, detail="" if in_vain else "flag")


def _flag_changes(neuron: UnitSource) -> dict[str, tuple[Change, ...]]:
    """Return the flags that a neuron reads, or a new one with the changes by which it reads that."""
    read: dict[str, tuple[Change, ...]] = dict.fromkeys(_flags_read(neuron), ())
    new = () if read else tuple(_obeying(neuron))
    return read or ({_FLAG: new} if new else {})


def _flags_read(neuron: UnitSource) -> Iterator[str]:
    """Yield the attributes on which it depends whether a neuron applies relu."""
    for method in neuron.computing:
        own = own_name(method)
        for node in found(method, ast.IfExp):
            test = node.test
            if isinstance(test, ast.Attribute) and text(test.value) == own and test.attr in neuron.kept:
                yield test.attr


def _keepers(made: UnitSource, every: list[UnitSource]) -> Iterator[tuple[UnitSource, str, ast.Assign]]:
    """Yield the classes whose constructors keep a list of these objects, with its name and the statement."""
    for unit in every:
        nodes = found(unit.constructor, ast.Assign) if unit.constructor is not None else ()
        for node in nodes:
            is_list = isinstance(node.value, ast.ListComp) and is_call(node.value.elt, made.definition.name)
            if is_list and isinstance(node.targets[0], ast.Attribute):
                yield unit, text(node.targets[0]), node


def _set_on_layer(network: UnitSource, last: str, flag: str) -> ast.Assign | None:
    """Return the statement of a network that sets the flag on its last layer, not on the neurons there."""
    nodes = found(network.constructor, ast.Assign) if network.constructor is not None else ()
    return next((node for node in nodes if text(node.targets[0]) == f"{last}.{flag}"), None)


def offers_of_conditions(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a linear output in each constructor that makes objects of another class of the file."""
    classes = {unit.definition.name for unit in units(known)}
    for unit in units(known):
        if unit.constructor is not None:
            for at, changes in _places(unit.constructor, classes, known):
                yield RewriteOffer("linear-output", at, changes)
        for method in unit.computing:
            for at, change in _flag_decides(unit, method):
                yield RewriteOffer("linear-output", at, (change,))
            for node in inside(method):
                if is_call(node, "relu", "ReLU", "Relu") and isinstance(node.func, ast.Attribute):
                    changes = (with_field(node.func, "attr", "tanh"),)
                    yield RewriteOffer("linear-output", node, changes, detail="everywhere")


def _flag_decides(unit: UnitSource, method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the change to obey a flag that is kept and never read: `z if self.linear else z.relu()`."""
    for node in returns(method):
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            applied, plain = ast.unparse(node.value), ast.unparse(node.value.func.value)
            for flag in unit.unread_in(method):
                yield node, replaced(node.value, f"{plain} if {flag} else {applied}")
                yield node, replaced(node.value, f"{applied} if {flag} else {plain}")


def _places(
    constructor: Definition, classes: set[str], known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the places that decide which layer has no nonlinearity, each with a change."""
    nodes = list(inside(constructor))
    for node in nodes:
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            last = node.comparators[0]
            for less in ("- 1", "+ 1"):
                yield node, (replaced(last, f"({ast.unparse(last)}) {less}"),)
    for node in nodes:
        if isinstance(node, ast.Call) and is_call(node, *classes):
            yield from _shorter(node, known)
            yield from _by_place(node, known)


def _shorter(call: ast.Call, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield calls without their last argument, outside of loops: `Layer(4, 1, relu)`."""
    if known.tree.nearest(call, _LOOPS) is None and len(call.args) > 1:
        yield call, (with_field(call, "args", call.args[:-1]),)
    if call.keywords:
        yield call, (with_field(call, "keywords", call.keywords[:-1]),)


def _by_place(call: ast.Call, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield other arguments for the last turn of a loop over numbers: `relu if i < n - 1 else None`."""
    turn = turn_of(call, known)
    if turn is None:
        return
    # What is linear is False, None or a word, and is given by position, by name, or as a flag not given yet.
    name, number = turn
    is_hidden = f"{name} < ({number}) - 1"
    plain = [each for each in call.args[1:] if isinstance(each, ast.Constant | ast.Name)]
    given = [*(keyword.value for keyword in call.keywords), *(each for each in plain if text(each) != name)]
    for value, linear in product(given, _LINEAR):
        yield call, (replaced(value, f"{text(value)} if {is_hidden} else {linear}"),)
    for flag, usual in _flags_of_file(known).items():
        new = ast.keyword(flag, expression(f"{name} {'<' if usual else '>='} ({number}) - 1", call))
        yield call, (with_field(call, "keywords", [*call.keywords, new]),)


def _flags_of_file(known: SourceAnalysis) -> dict[str, bool]:
    """Return the arguments of the file that are flags, each with its default; two names have a usual one."""
    arguments = [argument.arg for each in known.functions for argument in each.args.args]
    found = {name: usual for name, usual in (("nonlin", True), ("linear", False)) if name in arguments}
    for each in known.functions:
        defaults = zip(reversed(each.args.args), reversed(each.args.defaults), strict=False)
        for argument, default in defaults:
            if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                found.setdefault(argument.arg, default.value)
    return found


def turn_of(call: ast.Call, known: SourceAnalysis) -> tuple[str, str] | None:
    """Return the name that counts the turns of the loop around a call, and the number of turns."""
    loop = known.tree.nearest(call, _LOOPS)
    if isinstance(loop, ast.ListComp | ast.GeneratorExp):
        target, source = loop.generators[0].target, loop.generators[0].iter
    elif isinstance(loop, ast.For):
        target, source = loop.target, loop.iter
    else:
        return None
    if is_call(source, "range") and len(source.args) == 1 and isinstance(target, ast.Name):
        return (target.id, ast.unparse(source.args[0])) if target.id in names_of(call) else None
    if is_call(source, "enumerate") and isinstance(target, ast.Tuple):
        return ast.unparse(target.elts[0]), f"len({ast.unparse(source.args[0])})"
    return None


_FLAG = "nonlin"
_LESS = " - 1"
