"""Offers a traversal to a pass that runs the rules of its root, perhaps of its parents; or plays a tape."""

import ast
from collections.abc import Iterator

from ..repair.edit import after, replaced
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, names_of, without_docstring
from ._ordering import FORMS, for_each_node
from ._traversal import Traversal


def offers(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to run the rules of the graph, or of a tape, where no loop and no recursion runs any."""
    moving = any(passes.moves_gradients(recursion.function) for recursion in passes.recursions)
    if moving or passes.start_without_loop is None:
        return
    entry, root = passes.start_without_loop
    running = [statement for statement in without_docstring(entry.body) if passes.runs_rules(statement)]
    if running:
        yield from _no_traversal(running, entry, root, passes)
    elif not passes.parents.ways:
        yield from _tape_played(entry, passes)


def _no_traversal(
    running: list[ast.stmt], entry: Definition, root: str, passes: Traversal
) -> Iterator[RewriteOffer]:
    """Offer to run for each node the rule that now runs for the root, perhaps for its parents too."""
    others = [each for each in running if passes.runs_for_parents(each)]
    own = [each for each in running if each not in others and root in names_of(each)]
    for form in FORMS if own and passes.parents.ways else ():
        changes = for_each_node(own[0], entry, root, passes, form), *map(replaced, others)
        yield RewriteOffer("whole-graph", (others or own)[0], changes, detail="no traversal")


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
