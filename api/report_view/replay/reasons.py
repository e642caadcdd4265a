"""Why a reset does nothing, read off the one line that a finding marks."""

import ast

from api.report_view.source_lines import Quote
from api.words import replay as words


def reset_reason(quote: Quote | None, place: str, gradient: str) -> str:
    """Say what the line does instead of storing 0 in the gradient; empty where that is not plain."""
    if quote is None or not place:
        return ""
    try:
        body = ast.parse((quote.meant or quote.before).strip()).body
    except (SyntaxError, ValueError, RecursionError):
        return ""
    return _reason(body[0], place, gradient) if len(body) == 1 else ""


def _reason(statement: ast.stmt, place: str, gradient: str) -> str:
    match statement:
        case ast.Expr(ast.Compare(ops=[ast.Eq()])):
            return words.compares(place)
        case ast.Assign([ast.Name(name)]):
            return words.stores_in_a_name(place, name)
        case ast.Assign([ast.Attribute(attr=name)], ast.Constant(None)) if name == gradient:
            return words.stores_none(place)
        case ast.Assign([ast.Attribute() as target]) if target.attr != gradient:
            return words.stores_elsewhere(place, ast.unparse(target))
        case ast.Pass() | ast.Expr() | ast.Return():
            return words.stores_nothing(place)
    return ""
