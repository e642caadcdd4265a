"""Finds by trying the call that a pass needs before it, where no pass moves a gradient by itself.

Tried are the methods of a node that ask for nothing, and functions of the module that are named like a sort
of nodes; then each pass, alone or with what the first call returned.
"""

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Any

from ..model.find_class import LOOKS_LIKE_BACKWARD, ValueClass, backward_names
from ..model.operations import FIRST_OPERATIONS, OPERATION_NAMES, Operations
from ..model.prepared import ORDER, OUTPUT, OUTPUTS, PassStep, PreparedPass
from ..model.signatures import required_arguments
from ..model.smallest import limited
from ..running.waiting import refused
from .passes_beside import LIKELY, UNLIKELY, functions_beside, methods_of_tapes

_SORTS = re.compile(
    r"topo|(?<!rec)ord|sort|build|gra[pf]|walk|visit|travers|dfs|node|linear|trac|prepar|plan|sched|seq|collect",
    re.IGNORECASE,
)
_GIVEN: tuple[tuple[int, tuple[str, ...]], ...] = (
    (1, ()), (2, ("1.0",)), (2, (ORDER,)), (2, (OUTPUT,)), (3, (ORDER, "1.0")),
)  # fmt: skip
"""The arguments that a method may be given, by how many arguments it requires, the node among them."""
_GIVEN_BESIDE: tuple[tuple[tuple[str, ...], ...], ...] = (
    ((),), ((ORDER,), (OUTPUT,), (OUTPUTS,)), ((OUTPUT, ORDER), (ORDER, OUTPUT), (ORDER, "1.0")),
)  # fmt: skip
"""The arguments that a function or a method of a tape may be given, by how many arguments it requires."""
_MOST = 60
"""Pairs of calls that are tried."""


def prepared_passes(value_class: ValueClass) -> Iterator[PreparedPass]:
    """Yield pairs of calls that may be a pass and what it needs, the likely ones first."""
    pairs = product(_passes(value_class), _first_calls(value_class))
    both = (PreparedPass(first, each) for each, first in pairs if _fit(first, each))
    is_computed = value_class.computing is not None
    others = (each for each in both if is_computed or not _is_as_found(each, value_class))
    yield from islice(others, _MOST)


def _is_as_found(prepared: PreparedPass, value_class: ValueClass) -> bool:
    """Whether this is the pass that was found before, called as before."""
    return prepared.is_usual and prepared.pass_.name == value_class.backward_name


def _fit(first: PassStep | None, pass_: PassStep) -> bool:
    """Whether two calls are different ones, and what the second one is given is there."""
    return ORDER not in pass_.given if first is None else first.name != pass_.name


def _first_calls(value_class: ValueClass) -> list[PassStep | None]:
    """Return what may come first: nothing, a sort of the nodes, or any method that asks for nothing."""
    methods = [PassStep(None, name) for name in _methods(value_class.pass_class, 1)]
    functions = [
        PassStep(value_class.module, name, (OUTPUT,))
        for name, thing in vars(value_class.module).items()
        if inspect.isfunction(thing) and _SORTS.search(name) and required_arguments(thing) == 1
    ]
    return [None, *sorted([*methods, *functions], key=lambda step: _SORTS.search(step.name) is None)]


def _passes(value_class: ValueClass) -> list[PassStep]:
    """Return what may be the pass, with what it may be given."""
    cls, module = value_class.pass_class, value_class.module
    named = [name for name in backward_names(cls, module) if hasattr(cls, name)]
    steps = [
        PassStep(None, name, given)
        for count, given in _GIVEN
        for name in dict.fromkeys((*named, *_methods(cls, count)))
        if required_arguments(getattr(cls, name)) == count
    ]
    for beside in functions_beside(value_class, 2):
        count = required_arguments(getattr(beside.holder, beside.name))
        steps += [PassStep(module, beside.name, given) for given in _GIVEN_BESIDE[count]]
    for beside in methods_of_tapes(value_class, 1, by_any_name=True):
        count = required_arguments(getattr(beside.holder, beside.name))
        steps += [
            PassStep(beside.holder, beside.name, given, beside.holder_name) for given in _GIVEN_BESIDE[count]
        ]
    likely = {*named, *(step.name for step in steps if LIKELY.search(step.name))}
    return sorted(steps, key=lambda step: step.name not in likely)


def is_given_an_order(value_class: ValueClass, prepared: PreparedPass) -> bool:
    """Whether a pass by its name takes what a sort of the nodes returns, and none takes nothing."""
    own = getattr(value_class.pass_class, value_class.backward_name or "", None)
    is_usual = inspect.isfunction(own) and required_arguments(own) == 1
    name = prepared.pass_.name
    is_pass = LOOKS_LIKE_BACKWARD.match(name) or LIKELY.search(name)
    return bool(is_pass and prepared.takes_order and not is_usual and _sorts(value_class, prepared.first))


def _sorts(value_class: ValueClass, first: PassStep | None) -> bool:
    """Whether a call returns the nodes of a graph."""
    if first is None:
        return False
    for op in FIRST_OPERATIONS:
        with suppress(BaseException), limited(value_class), refused():
            value_class.layouts.begin_graph()
            a = value_class.leaf(2.0, "a")
            output = Operations(value_class).do(op, [a, value_class.leaf(3.0, "b")], [])
            found = first.run({OUTPUT: output})
            return all(any(node is each for each in found) for node in (a, output))
    return False


def _methods(cls: type, count: int) -> list[str]:
    """Return the public methods of nodes with so many required arguments, the node among them."""
    methods: dict[str, Any] = {
        name: getattr(cls, name, None) for name in dir(cls) if not name.startswith("_")
    }
    return [
        name
        for name, method in methods.items()
        if inspect.isfunction(method)
        and name not in OPERATION_NAMES
        and not UNLIKELY.search(name)
        and required_arguments(method) == count
    ]
