"""Offers a traversal to a pass that runs the rules of its root, perhaps of its parents, or none."""

import ast
from collections.abc import Iterator

from ..model.operation_words import operation_named
from ..repair.edit import after, replaced
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, names_of, statements, without_docstring
from ._ordering import FORMS, NODE, for_each_node, fresh_name, loop_in_order
from ._traversal import Traversal


def offers(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run the rules of all nodes where no loop and no recursion runs any."""
    moving = any(passes.moves_gradients(recursion.function) for recursion in passes.recursions)
    if moving or passes.start_without_loop is None:
        return
    entry, root = passes.start_without_loop
    running = [statement for statement in without_docstring(entry.body) if passes.runs_rules(statement)]
    # Without any rule that runs, whatever looks like one is run; else the rule that runs shows how.
    if running:
        yield from _no_traversal(running, entry, root, passes)
    else:
        yield from _no_rules(entry, root, passes) if passes.parents.ways else _tape_played(entry, passes)


def _no_traversal(
    running: list[ast.stmt], entry: Definition, root: str, passes: Traversal
) -> Iterator[RewriteOffer]:
    """Offer to run for each node the rule that now runs for the root, perhaps for its parents too."""
    others = [each for each in running if passes.runs_for_parents(each)]
    own = [each for each in running if each not in others and root in names_of(each)]
    for form in FORMS if own and passes.parents.ways else ():
        changes = for_each_node(own[0], entry, root, passes, form), *map(replaced, others)
        yield RewriteOffer("whole-graph", (others or own)[0], changes, detail="no traversal")


def _no_rules(entry: Definition, root: str, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run everything that looks like a rule, for one node after the other."""
    last, name = entry.body[-1], fresh_name(NODE, entry)
    for text in (*_closure_calls(name, passes), *_method_calls(name, passes), *_slope_sums(name, passes)):
        for form in FORMS:
            loop = loop_in_order(passes, entry, root, name, statements(text, last), form)
            yield RewriteOffer("whole-graph", entry, (after(last, *loop),), detail="no rules")


def _closure_calls(node: str, passes: Traversal) -> Iterator[str]:
    """Yield statements that call a node's function, which may return shares, or slopes, for each parent.

    Shares are made of the gradient that it is given.
    """
    own = f"{node}.{passes.known.grad}"
    for name in sorted(passes.parents.closures):
        for given in (own, node) if passes.parents.wants_gradient else ("",):
            call, factor = f"{node}.{name}({given})", "" if given == own else f" * {own}"
            yield f"if {node}.{name}: {call}"
            pairs = f"zip({passes.parents.of(node)}, {call})"
            yield f"if {node}.{name}:\n for each, share in {pairs}: each.{passes.known.grad} += share{factor}"


def _method_calls(node: str, passes: Traversal) -> Iterator[str]:
    """Yield calls of methods that move gradients and take no argument."""
    for function in passes.known.functions:
        is_step = (
            len(function.args.args) == 1
            and passes.known.is_method(function)
            and passes.moves_gradients(function)
        )
        if is_step and function not in passes.functions and not operation_named(function.name):
            yield f"{node}.{function.name}()"


def _slope_sums(node: str, passes: Traversal) -> Iterator[str]:
    """Yield a loop that uses the local derivatives which a node holds."""
    if passes.parents.slopes is not None:
        name, place = passes.parents.slopes
        slopes = f"{node}.{name}" if place is None else f"[each[{place}] for each in {node}.{name}]"
        pairs, grad = f"zip({passes.parents.of(node)}, {slopes})", passes.known.grad
        yield f"for each, slope in {pairs}: each.{grad} += slope * {node}.{grad}"


def _tape_played(entry: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run the rules of a tape, a list of the module with nodes and their rules, from its end."""
    cls, module = passes.known.value_class.cls, vars(passes.known.value_class.module)
    tapes = {name: tape[-1] for name, tape in module.items() if isinstance(tape, list) and tape}
    for name, last in tapes.items():
        parts = [_role_on_tape(each, cls) for each in last] if isinstance(last, tuple) else []
        # Only an item that is a node and its rule shows how the tape is to be played.
        if parts.count("node") != 1 or parts.count("rule") != 1:
            continue
        stores = (each for each in entry.body if isinstance(each, ast.Assign))
        given = (ast.unparse(each.targets[0]) for each in stores if name in names_of(each.value))
        text = f"for {', '.join(parts)} in reversed({next(given, name)}): rule(node.{passes.known.grad})"
        play = after(entry.body[-1], text)
        yield RewriteOffer("whole-graph", entry, (play,), detail="no rules")


def _role_on_tape(thing: object, cls: type) -> str:
    """Return what a part of a tape's entry is: `node`, `rule`, or `_`."""
    if isinstance(thing, cls):
        return "node"
    return "rule" if callable(thing) else "_"
