"""Offers other parameters for a function that cannot be called as it is: one less, or one more."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, named_operations, operations
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer other parameters for methods of operators, then for rules that differ from all others in this."""
    of_class = operations(known)
    for operation in named_operations(known):
        if operation.is_of_class and not operation.function.decorator_list and not operation.reflected:
            yield from _method_signature(operation)
    counts = Counter(len(rule.args.args) for operation in of_class for rule in operation.nested)
    usual = min(counts, key=lambda count: (-counts[count], count), default=0)
    for operation in of_class:
        for rule in operation.nested:
            if len(rule.args.args) != usual:
                yield from _rule_signature(rule, usual, operation)
    yield from _pass_with_node(known)


def _pass_with_node(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `def backward(self):` for `def backward():` in the class."""
    entry = traversal(known).entry
    if entry is None or not known.is_method(entry) or entry.args.args or entry.args.vararg:
        return
    if not entry.decorator_list:
        change = with_field(entry.args, "args", [ast.copy_location(ast.arg(known.self_name), entry)])
        yield RewriteOffer("signature", entry, (change,), detail="too few")


def _method_signature(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer as many parameters as the operation has operands."""
    arguments = operation.function.args
    required = len(arguments.args) - len(arguments.defaults)
    names = [argument.arg for argument in arguments.args]
    if required < operation.arity and operation.known.self_name not in names and arguments.vararg is None:
        own = ast.copy_location(ast.arg(operation.known.self_name), operation.function)
        change = with_field(arguments, "args", [own, *arguments.args])
        yield operation.offer("signature", operation.function, change, detail="too few")
    if required <= operation.arity or arguments.vararg is not None:
        return
    change = with_field(arguments, "args", arguments.args[: operation.arity])
    yield operation.offer("signature", operation.function, change, detail="too many")


def _rule_signature(rule: ast.FunctionDef, count: int, operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer as many parameters for a rule as other rules have."""
    arguments = rule.args
    if len(arguments.args) > count and not arguments.defaults:
        change = with_field(arguments, "args", arguments.args[:count])
        yield operation.offer("signature", rule, change, detail="too many")
    elif len(arguments.args) < count:
        other = _rule_with(count, operation)
        if other is not None:
            yield operation.offer("signature", rule, with_field(rule, "args", other.args), detail="too few")


def _rule_with(count: int, operation: OperationCode) -> ast.FunctionDef | None:
    """Return a rule with that many parameters."""
    rules = (rule for other in operations(operation.known) for rule in other.nested)
    return next((rule for rule in rules if len(rule.args.args) == count), None)
