"""The last layer of a network has no activation function: its neurons are told when all layers are made."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import found, is_call, text
from ._units import UnitSource, own_name, units
from .end_flag import FLAG, obeying


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer it where a network keeps layers that keep neurons, and these read a flag or can be given one."""
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
    read: dict[str, tuple[Change, ...]] = dict.fromkeys(_flags(neuron), ())
    new = () if read else tuple(obeying(neuron))
    return read or ({FLAG: new} if new else {})


def _flags(neuron: UnitSource) -> Iterator[str]:
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
