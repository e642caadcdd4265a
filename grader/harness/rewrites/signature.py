"""A function that cannot be called as it is: it takes something too much, or too little."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from ..repair.edit import with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, named_operations, operations
from ..repair.syntax import targets_of
from ._traversal import traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Methods of operators; then rules that differ from all others in what they take."""
    of_class = operations(known)
    for operation in named_operations(known):
        if operation.is_of_class and not operation.function.decorator_list and not operation.reflected:
            yield from _of_method(operation)
    counts = Counter(len(rule.args.args) for operation in of_class for rule in operation.nested)
    usual = min(counts, key=lambda count: (-counts[count], count), default=0)
    for operation in of_class:
        for rule in operation.nested:
            if len(rule.args.args) != usual:
                yield from _of_rule(rule, usual, operation)
    yield from _of_defaults(known)
    yield from _of_the_pass(known)


def _of_the_pass(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """`def backward():` in the class: Python hands it the node."""
    entry = traversal(known).entry
    if entry is None or not known.is_method(entry) or entry.args.args or entry.args.vararg:
        return
    if not entry.decorator_list:
        change = with_field(entry.args, "args", [ast.copy_location(ast.arg(known.own), entry)])
        yield RewriteOffer("signature", entry, (change,), detail="too few")


def _of_defaults(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """The default of a field, as in a dataclass, that takes something else than what operations put there."""
    given = _given(known)
    bodies = [each.body for each in known.top_level if isinstance(each, ast.ClassDef)]
    fields = [each for body in bodies for each in body if isinstance(each, ast.Assign | ast.AnnAssign)]
    functions = {each.name: each for each in known.top_level if isinstance(each, ast.FunctionDef)}
    for field in fields:
        default = _default(field.value, functions)
        names = [target.id for target in targets_of(field) if isinstance(target, ast.Name)]
        usual = [one.args for name in names for one in given.get(name, ())]
        # A default with as many parameters as what operations put there can be called like it.
        if default is None or not usual or len(default.args.args) in {len(each.args) for each in usual}:
            continue
        arguments = _as_many(default.args.args, usual[0].args)
        detail = "too many" if len(arguments) < len(default.args.args) else "too few"
        change = with_field(default.args, "args", arguments)
        yield RewriteOffer("signature", default, (change,), detail=detail)


def _as_many(own: list[ast.arg], usual: list[ast.arg]) -> list[ast.arg]:
    """Return a function's own parameters, without `self` or its last ones, or with those that it lacks."""
    if len(own) <= len(usual):
        return [*own, *usual[len(own) :]]
    return own[-len(usual) :] if own[0].arg == "self" and usual else own[: len(usual)]


def _given(known: SourceAnalysis) -> dict[str, list[ast.Lambda]]:
    """The lambdas that are stored under a name: by an argument, or in an attribute."""
    found: dict[str, list[ast.Lambda]] = {}
    for node in known.tree.up:
        if isinstance(node, ast.keyword) and isinstance(node.value, ast.Lambda) and node.arg:
            found.setdefault(node.arg, []).append(node.value)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for target in node.targets:
                if isinstance(target, ast.Attribute):
                    found.setdefault(target.attr, []).append(node.value)
    return found


def _default(
    value: ast.expr | None, functions: Mapping[str, ast.FunctionDef]
) -> ast.Lambda | ast.FunctionDef | None:
    """The function that a field has from the beginning; of `field(default=...)` that one."""
    if isinstance(value, ast.Call):
        value = next((word.value for word in value.keywords if word.arg == "default"), None)
    if isinstance(value, ast.Name):
        return functions.get(value.id)
    return value if isinstance(value, ast.Lambda) else None


def _of_method(operation: OperationCode) -> Iterator[RewriteOffer]:
    arguments = operation.function.args
    required = len(arguments.args) - len(arguments.defaults)
    names = [argument.arg for argument in arguments.args]
    if required < operation.arity and operation.known.own not in names and arguments.vararg is None:
        own = ast.copy_location(ast.arg(operation.known.own), operation.function)
        change = with_field(arguments, "args", [own, *arguments.args])
        yield RewriteOffer("signature", operation.function, (change,), operation.sign, detail="too few")
    if required <= operation.arity or arguments.vararg is not None:
        return
    change = with_field(arguments, "args", arguments.args[: operation.arity])
    yield RewriteOffer("signature", operation.function, (change,), operation.sign, detail="too many")


def _of_rule(rule: ast.FunctionDef, count: int, operation: OperationCode) -> Iterator[RewriteOffer]:
    """A rule takes as much as the others: none more, or what they are given."""
    arguments = rule.args
    if len(arguments.args) > count and not arguments.defaults:
        change = with_field(arguments, "args", arguments.args[:count])
        yield RewriteOffer("signature", rule, (change,), operation.sign, detail="too many")
    elif len(arguments.args) < count:
        other = _with(count, operation)
        if other is not None:
            yield RewriteOffer(
                "signature", rule, (with_field(rule, "args", other.args),), operation.sign, detail="too few"
            )


def _with(count: int, operation: OperationCode) -> ast.FunctionDef | None:
    rules = (rule for other in operations(operation.known) for rule in other.nested)
    return next((rule for rule in rules if len(rule.args.args) == count), None)
