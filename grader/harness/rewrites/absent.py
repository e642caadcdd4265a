"""Offers an operator that the class does not have and that its other methods use, written as others are."""

import ast
from collections.abc import Iterator
from copy import copy, deepcopy
from dataclasses import replace

from ..model.primitives import METHODS, PRIMITIVES, REFLECTED
from ..repair.edit import after
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import OperationCode, operations
from ..repair.syntax import statements
from ._shape import makes_result, models, right_number, statements_like
from .rename import misnamed


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer one method for each such operator, at the class: it has no line of its own."""
    owner = known.class_definition
    if owner is None:
        return
    elsewhere = {name for _, name in misnamed(known)}
    for op, name in METHODS.items():
        if name in elsewhere or _is_there(op, known):
            continue
        method = next(_candidates(op, known, owner), None)
        if method is not None:
            change = after(_shortest(owner), method)
            yield RewriteOffer("define", owner, (change,), op, detail="absent")


def _is_there(op: str, known: SourceAnalysis) -> bool:
    """Whether the class does it for nodes: by its operator, or by a method with a name."""
    has_reflected = hasattr(known.value_class.cls, REFLECTED.get(op, METHODS[op]))
    is_present = op in known.player.operations.present() and not has_reflected
    return is_present or hasattr(known.value_class.cls, METHODS[op])


def _shortest(owner: ast.ClassDef) -> ast.stmt:
    """Return the method beside which a reader sees the new one best."""
    methods = [each for each in owner.body if isinstance(each, ast.FunctionDef)]
    return min(methods or owner.body, key=lambda each: (each.end_lineno or 0) - each.lineno)


def _candidates(op: str, known: SourceAnalysis, owner: ast.ClassDef) -> Iterator[ast.stmt]:
    """Yield methods made of other operators, else one like another operation's."""
    for form in PRIMITIVES[op].composed:
        needed = [PRIMITIVES[op].needs, *(["neg"] if "(-" in form else []), *(["*"] if "*" in form else [])]
        if all(_is_there(each, known) for each in needed):
            parameters = "self, other" if "{b}" in form else "self"
            line = f"def {METHODS[op]}({parameters}): return {form.format(a='self', b='other')}"
            yield from statements(line, owner)
    for model in _models_of_arity(op, known):
        if (method := _method_like(model, op)) is not None:
            yield method


def _models_of_arity(op: str, known: SourceAnalysis) -> Iterator[OperationCode]:
    """Yield operations of the class with as many operands, as models."""
    for each in operations(known):
        if each.is_of_class and each.arity == PRIMITIVES[op].arity and not each.reflected:
            yield from models(replace(each, sign=op))
            return


def _method_like(model: OperationCode, op: str) -> ast.FunctionDef | None:
    """Return the model's method with this operation's number and derivatives."""
    made = replace(model, sign=op)
    if made.arity != model.arity or not model.is_of_class:
        return None
    body = statements_like(model, made, right_number(made))
    if body is None:
        return None
    method = copy(model.function)
    method.name, method.decorator_list = METHODS[op], []
    method.body = [*(deepcopy(each) for each in model.function.body if not makes_result(each, model)), *body]
    return method
