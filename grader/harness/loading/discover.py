"""Finds out by trying what names leave open: which method runs the whole pass, where gradients are kept.

A product of three is built, or a sum where products tell nothing, and a candidate is called on its result.
If a number of the first operand changes, that is the backward pass, and the number its gradient. Where no
candidate does that, one of them is a pass with a mistake: the number that it sets to 1 in the output is the
gradient. Where names tell, nothing is tried.
"""

import dis
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple

from ..model.asked import AskedNodes, AskedOutputs
from ..model.backward import backward_caller, flags_of_pass, returns_a_name
from ..model.dialect_names import BACKWARD_NAMES
from ..model.find_class import (
    LOOKS_LIKE_BACKWARD,
    ClassNotFound,
    ValueClass,
    backward_names,
    own_names,
    own_rules,
    passes_of,
)
from ..model.operations import FIRST_OPERATIONS, OPERATION_NAMES, Operations
from ..model.payload import unread_object, unreadable
from ..model.prepared import PreparedPass
from ..model.read import ABSENT
from ..model.returned import BY_ID, BY_NODE, ReturnedGradients, where_returned
from ..model.signatures import required_arguments
from ..model.smallest import ask, limited
from ..running.waiting import refused
from .answers import is_answer, raises_by_accident, stops_at_an_operand, tells_nodes_apart
from .computed_later import compute_later
from .gradient_calls import GradientCall, gradient_calls
from .gradient_entries import GradientEntry, gradient_entries
from .passes_beside import LIKELY, UNLIKELY, functions_beside, methods_of_tapes
from .prepared import is_given_an_order, prepared_passes
from .written_name import take_written_name

_READS = ("LOAD_ATTR", "LOAD_METHOD")
_MOST_CALLS = 100
"""Calls that may give a gradient: every pass is paired with every method that is named like one."""


def settle(value_class: ValueClass) -> None:
    """Make sure of how gradients are asked for, by trying where names do not tell.

    Raises `ClassNotFound` if nothing tells.
    """
    named = backward_names(value_class.pass_class, value_class.module) or _take_private_pass(value_class)
    known = not callable(getattr(value_class.leaf(1.0, "x"), value_class.grad_name, callable))
    # A node's own `backward()` may be one step of the pass that a tape runs.
    is_told = known and len(named) == 1 and not (returns_a_name(value_class) or _is_kept_apart(value_class))
    if not is_told or any(methods_of_tapes(value_class)):
        _try_all(value_class, named, known=known)
    if not (value_class.settled or prepare(value_class)):
        raise ClassNotFound(kind="no-class", classes=[value_class.cls.__name__[:80]])
    if known:
        take_written_name(value_class)
        _refuse_objects(value_class)
    _note_name(value_class)
    _try_flags(value_class)


def prepare(value_class: ValueClass) -> bool:
    """Settle on a pass with the call that it needs before it; return False where there is none.

    Where none moves a gradient, a pass has a mistake that can be given what a sort of the nodes returns.
    """
    known = not callable(getattr(value_class.leaf(1.0, "x"), value_class.grad_name, callable))
    compute_later(value_class)
    candidates = [*prepared_passes(value_class)]
    # A class is asked only where there is another way: what ends its process does so in a play.
    if value_class.asked is not None or not candidates or _is_asked_rightly(value_class):
        return False
    for each in candidates:
        value_class.prepared = each
        with limited(value_class), refused():
            signs = _signs_of_candidate(value_class, known=known)
        if signs.moved:
            _settle_on_prepared(value_class, each, signs.moved)
            return True
    value_class.prepared = None
    for each in candidates if known else ():
        if is_given_an_order(value_class, each):
            _settle_on_prepared(value_class, each, value_class.grad_name)
            return True
    return False


def _is_asked_rightly(value_class: ValueClass) -> bool:
    """Whether its pass gives an input a gradient, or does not end: then no other way of use is lacking."""
    answer = ask(value_class)
    return answer.received > 0 or answer.hangs


def _settle_on_prepared(value_class: ValueClass, prepared: PreparedPass, grad_name: str) -> None:
    """Note a pass that is not called as others are."""
    value_class.prepared = None if prepared.is_usual else prepared
    if prepared.pass_.holder is not None:
        value_class.pass_class, value_class.pass_holder = object, prepared.pass_.holder
        value_class.holder_name = prepared.pass_.holder_name
    _settle_on(value_class, prepared.pass_.name, grad_name)
    if not prepared.is_usual:
        value_class.note("pass-prepared", name=prepared.written)


def _is_kept_apart(value_class: ValueClass) -> bool:
    """Whether a node keeps gradients in a table of its own, such as those of each output."""
    return isinstance(getattr(value_class.leaf(1.0, "x"), value_class.grad_name, None), dict)


def _take_private_pass(value_class: ValueClass) -> list[str]:
    """Return the private pass of a class whose nodes call their rules by a pass's name, after taking it."""
    cls, rules = value_class.cls, own_rules(value_class.leaf(1.0, "x"))
    methods = [name for name in dir(cls) if name.startswith("_") and LOOKS_LIKE_BACKWARD.match(name)]
    passes = [name for name in methods if required_arguments(getattr(cls, name)) == 1]
    if not rules or not passes:
        return []
    value_class.backward_name, value_class.closure_name = passes[0], rules[0]
    return passes[:1]


def _note_name(value_class: ValueClass) -> None:
    """Note what a pass that is a method is called."""
    is_pass = value_class.pass_class is not object and value_class.asked is None
    if is_pass and value_class.backward_name not in (None, "backward"):
        value_class.note("backward-name", name=value_class.backward_name)


def _try_flags(value_class: ValueClass) -> None:
    """Give the pass the first flag with which an input's gradient moves, where none moves without any."""
    for flag in (None, *flags) if (flags := flags_of_pass(value_class)) else ():
        value_class.pass_flag = flag
        if _signs_of_candidate(value_class, known=True).moved:
            if flag is not None:
                value_class.note("backward-takes-flag", name=flag)
            return
    value_class.pass_flag = None


def _refuse_objects(value_class: ValueClass) -> None:
    """Refuse, as `ClassNotFound`, a class whose gradients are objects in which no number can be read."""
    if (holder := _gradient_object(value_class)) is not None:
        raise ClassNotFound(**unreadable(value_class.cls, value_class.grad_name, holder))


def _gradient_object(value_class: ValueClass) -> str | None:
    """Return the class of the gradients of a file, where a pass leaves no number in any node."""
    name, leaf = value_class.grad_name, value_class.leaf
    if unread_object(leaf(1.0, "x"), name) is None:
        return None
    holder = None
    for op in FIRST_OPERATIONS:
        try:
            value_class.layouts.start()
            nodes = [leaf(2.0, "a"), leaf(3.0, "b")]
            nodes.append(Operations(value_class).do(op, nodes, []))
            backward_caller(value_class)(nodes[-1])
        except Exception:  # noqa: S112 - another operation may show it
            continue
        holders = [unread_object(node, name) for node in nodes]
        if None in holders:
            return None
        holder = holders[0]
    return holder


def _try_all(value_class: ValueClass, named: list[str], *, known: bool) -> None:
    """Settle on what moves an input's gradient; else, where its name is open, on what tells its name."""
    first = value_class.backward_name
    tried: dict[str, _Signs] = {}
    for name in named + _other_methods(value_class.cls, named) + _functions_of_results(value_class):
        value_class.backward_name = name
        tried[name] = signs = _signs_of_candidate(value_class, known=known)
        if signs.moved:
            _settle_on(value_class, name, signs.moved)
            return
    if _try_beside(value_class, named, known=known) or _try_questions(value_class, named):
        return
    value_class.backward_name = first
    if not known:
        likely = {name: tried[name] for name in tried if name in named or LIKELY.search(name)}
        _settle_on_likely(value_class, likely)
    elif not named:
        _try_seeded(value_class)


def _settle_on_likely(value_class: ValueClass, likely: Mapping[str, "_Signs"]) -> None:
    """Settle on the first pass with a mistake that tells the name of the gradient; note if there is none."""
    for sign in ("seeded", "zero"):
        for name, signs in likely.items():
            if grad_name := getattr(signs, sign):
                _settle_on(value_class, name, grad_name)
                return
    if value_class.backward_name is not None:
        value_class.note("no-gradient", name=value_class.backward_name)


def _try_seeded(value_class: ValueClass) -> None:
    """Settle on what moves an input's gradient under any name, where the caller seeds the output.

    Else take a result's own rule for the pass, if it is named like one and no function calls it on nodes.
    """
    for name in _other_methods(value_class.cls, []) + _functions_of_results(value_class):
        value_class.backward_name = name
        if _signs_of_candidate(value_class, known=True, seeds=True).moved:
            _settle_on(value_class, name, value_class.grad_name)
            return
    for name in _functions_of_results(value_class):
        value_class.backward_name = name
        is_rule = name in BACKWARD_NAMES and not _is_called_on_nodes(value_class, name)
        if is_rule and _reaches_operands(value_class, name):
            return
    value_class.backward_name = None


def _reaches_operands(value_class: ValueClass, name: str) -> bool:
    """Whether a result's own rule, which is given the output's gradient, reaches all operands."""
    for op in FIRST_OPERATIONS:
        with suppress(BaseException):
            operands = [value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b")]
            result = Operations(value_class).do(op, operands, [])
            if required_arguments(getattr(result, name)):
                backward_caller(value_class)(result)
                return all(value_class.reader.attribute(each, value_class.grad_name)[0] for each in operands)
    return False


def _try_asked(
    value_class: ValueClass, named: list[str], answers: Callable[[ValueClass, str, str], bool]
) -> bool:
    """Settle on what `answers` each node's gradient, and on the caller's seed; or return False."""
    cls = value_class.cls
    properties = [name for name in dir(cls) if isinstance(getattr(cls, name, None), property)]
    likely = filter(LIKELY.search, [*_other_methods(cls, named), *properties, *_private_methods(cls)])
    for name in (*named, *likely):
        for attribute in own_names(value_class.leaf(1.0, "x")):
            if attribute != value_class.data_name and answers(value_class, name, attribute):
                _settle_on(value_class, name, attribute)
                value_class.asked = AskedNodes(value_class)
                written = name if name in properties else f"{name}()"
                value_class.note("gradients-asked", name=written, operation=attribute)
                return True
    return False


def _try_questions(value_class: ValueClass, named: list[str]) -> bool:
    """Settle on what answers gradients, or raises where it should; return False if nothing does."""
    return (
        _try_asked(value_class, named, is_answer)
        or _try_calls(value_class)
        or _try_asked(value_class, named, stops_at_an_operand)
        or _try_passes_that_raise(value_class)
    )


def _try_calls(value_class: ValueClass) -> bool:
    """Settle on a call that asks an output for its gradient by a node; return False if there is none."""
    calls: Iterator[GradientCall | GradientEntry]
    calls = chain(gradient_calls(value_class), gradient_entries(value_class))
    for call in islice(calls, _MOST_CALLS):
        with limited(value_class), refused():
            answers = tells_nodes_apart(value_class, call)
        if answers:
            _settle_on_call(value_class, call)
            return True
    return False


def _try_passes_that_raise(value_class: ValueClass) -> bool:
    """Settle on a method that should leave gradients in dicts, and raises by a mistake; else return False.

    A function that is named like a pass and takes another function, as `backward(f)`, is none.
    """
    if passes_of(value_class.pass_class):
        return False
    for entry in gradient_entries(value_class):
        if entry.is_kept_in_nodes and raises_by_accident(value_class, entry):
            _settle_on_call(value_class, entry)
            return True
    return False


def _settle_on_call(value_class: ValueClass, call: GradientCall | GradientEntry) -> None:
    """Note how an output is asked for its gradient by a node."""
    value_class.backward_name, value_class.settled = call.pass_name or call.name, True
    value_class.grad_name = call.written
    value_class.pass_class = value_class.pass_class if call.pass_name else object
    value_class.asked = AskedOutputs(value_class, call.ask, call.begin)
    value_class.note("outputs-asked", name=call.written, operation=call.written_pass)


def _try_beside(value_class: ValueClass, named: list[str], *, known: bool) -> bool:
    """Settle on a function or method beside the class; return False if none moves an input's gradient."""
    pass_class = value_class.pass_class
    functions = () if named else functions_beside(value_class)
    for beside in (*functions, *methods_of_tapes(value_class)):
        value_class.pass_class, value_class.backward_name = object, beside.name
        value_class.pass_holder, value_class.holder_name = beside.holder, beside.holder_name
        with limited(value_class), refused():
            signs = _signs_of_candidate(value_class, known=known)
        if signs.moved:
            _settle_on(value_class, beside.name, signs.moved)
            return True
    value_class.pass_class = pass_class
    value_class.pass_holder, value_class.holder_name = value_class.module, ""
    return False


def _settle_on(value_class: ValueClass, backward_name: str, grad_name: str) -> None:
    """Note which method is the pass, and which attribute the gradient."""
    value_class.backward_name, value_class.settled = backward_name, True
    if grad_name in (BY_NODE, BY_ID):
        value_class.grad_name = grad_name
        value_class.returned = ReturnedGradients(value_class.cls, grad_name, value_class.layouts)
        value_class.note("gradients-returned", name=backward_name, operation="id" * (grad_name == BY_ID))
    elif grad_name != value_class.grad_name:
        value_class.grad_name = grad_name
        value_class.note("gradient-name", name=grad_name)


def _other_methods(cls: type, named: list[str]) -> list[str]:
    """Return public methods that ask for nothing, the likely ones first."""
    names = [
        name
        for name in dir(cls)
        if not name.startswith("_")
        and name not in named
        and name not in OPERATION_NAMES
        and not UNLIKELY.search(name)
        and inspect.isfunction(method := getattr(cls, name, None))
        and required_arguments(method) == 1
    ]
    return sorted(names, key=lambda name: LIKELY.search(name) is None)


def _private_methods(cls: type) -> list[str]:
    """Return private methods that ask for nothing, without those that clear or print something."""
    names = [name for name in dir(cls) if name.startswith("_") and not name.endswith("__")]
    methods = [(name, getattr(cls, name, None)) for name in names if not UNLIKELY.search(name)]
    return [name for name, each in methods if inspect.isfunction(each) and required_arguments(each) == 1]


def _functions_of_results(value_class: ValueClass) -> list[str]:
    """Return the attributes in which a result has a function of its own: a rule may run those below it."""
    for op in FIRST_OPERATIONS:
        with suppress(Exception):
            leaves = [value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b")]
            result = Operations(value_class).do(op, leaves, [])
            return [name for name in own_names(result) if inspect.isfunction(getattr(result, name))]
    return []


def _is_called_on_nodes(value_class: ValueClass, name: str) -> bool:
    """Whether a function of the file that takes an argument, or one inside of it, reads this attribute."""
    holders = [value_class.module, *value_class.classes]
    functions = [each for holder in holders for each in vars(holder).values() if inspect.isfunction(each)]
    codes = [each.__code__ for each in functions if each.__code__.co_argcount]
    for code in codes:
        codes += [each for each in code.co_consts if inspect.iscode(each)]
    reads = (each for code in codes for each in dis.get_instructions(code) if each.opname in _READS)
    return any(each.argval == name for each in reads)


class _Signs(NamedTuple):
    """The effect of a candidate on the numbers of a chain of operations, by the names of these."""

    moved: str | None = None
    """The number of an input that it changed."""
    seeded: str | None = None
    """The number of the output that it set to 1, where it changed no input."""
    zero: str | None = None
    """The only number of the output, beside its data, that is 0 and stayed so, where neither is known."""


def _signs_of_candidate(value_class: ValueClass, *, known: bool, seeds: bool = False) -> _Signs:
    """Return what the candidate does, by the first operation that shows a gradient, or else anything.

    Where it `seeds`, the gradient of the output is 1 before the call.
    """
    tried = []
    for op in FIRST_OPERATIONS:
        tried.append(_signs_with(op, value_class, known=known, seeds=seeds))
        if tried[-1].moved:
            return tried[-1]
    return next((signs for signs in tried if any(signs)), _Signs())


def _signs_with(op: str, value_class: ValueClass, *, known: bool, seeds: bool) -> _Signs:
    """Return what it does. Where a mistake keeps it from the inputs, the output still shows the name."""
    notes, types = list(value_class.notes), set(value_class.reader.types)
    try:
        value_class.layouts.begin_graph()
        do, right = Operations(value_class).do, _RIGHT[op]
        a, b, c = value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b"), value_class.leaf(5.0, "c")
        output = do(op, [do(op, [a, b], []), c], [])
        names = [value_class.grad_name] if known else _names_of_numbers(a)
        before, seed_before = (
            _numbers_read(value_class, a, names),
            _numbers_read(value_class, output, _names_of_numbers(output)),
        )
        returned = _call(value_class, output, seeds=seeds)
        after = _numbers_read(value_class, a, names if known else _names_of_numbers(a))
        seed = _numbers_read(value_class, output, _names_of_numbers(output))
        place = where_returned(returned, a, value_class.layouts)
    except BaseException:
        return _Signs()
    finally:
        value_class.notes[:], value_class.reader.types = notes, types
    moved = [name for name, number in after.items() if number not in (0.0, before.get(name))]
    if value_class.data_name in moved:
        return _Signs()
    moved.sort(key=lambda name: (after[name] != right, name.startswith("_")))
    return _Signs(next(iter(moved), place), *_signs_of_output(seed_before, seed, value_class.data_name))


def _signs_of_output(
    before: Mapping[str, float], after: Mapping[str, float], data_name: str
) -> tuple[str | None, str | None]:
    """Return the number of the output that was set to 1, and the only one beside its data that is 0."""
    seeded = [name for name, number in after.items() if number == 1.0 != before.get(name)]
    zeros = [name for name, number in after.items() if number == 0.0 and name != data_name]
    first = min(seeded, key=lambda name: name.startswith("_"), default=None)
    return first, zeros[0] if len(zeros) == 1 else None


def _call(value_class: ValueClass, output: Any, *, seeds: bool) -> Any:
    """Call the candidate on an output, and seed this before where the caller `seeds`; what it returns."""
    if seeds:
        setattr(output, value_class.grad_name, 1.0)
    return backward_caller(value_class)(output)


_RIGHT = {"*": 15.0, "+": 1.0}
"""The gradient of the first operand."""


def _numbers_read(value_class: ValueClass, node: Any, names: list[str]) -> dict[str, float]:
    """Return the numbers of a node under these names."""
    readings = {name: value_class.reader.attribute(node, name) for name in names}
    return {name: number for name, (number, kind) in readings.items() if kind < ABSENT}


def _names_of_numbers(node: Any) -> list[str]:
    """Return every attribute that may hold a number: those of its own, slots and properties."""
    cls = type(node)
    descriptors = [name for name in dir(cls) if inspect.isdatadescriptor(inspect.getattr_static(cls, name))]
    return [*getattr(node, "__dict__", ()), *(name for name in descriptors if not name.startswith("__"))]
