"""Why a reset does nothing, read off the one line that a finding marks."""

import ast

from api.i18n import N_, gettext as _
from api.report_view.source_lines import Quote


def reset_reason(quote: Quote | None, place: str, gradient: str) -> str:
    """Return what the line does instead of setting the gradient to 0; empty if that is not plain."""
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
            return _("On {place}, `==` compares; `=` stores a value.", place=place)
        case ast.Assign([ast.Name(name)]):
            text = N_("On {place}, `{name}` is a local variable, not the gradient of the node.")
            return _(text, place=place, name=name)
        case ast.Assign([ast.Attribute(attr=name)], ast.Constant(None)) if name == gradient:
            return _("On {place}, `None` is stored, to which nothing can be added.", place=place)
        case ast.Assign([ast.Attribute() as target]) if target.attr != gradient:
            text = N_("On {place}, `{target}` is assigned, not the gradient.")
            return _(text, place=place, target=ast.unparse(target))
        case ast.Pass() | ast.Expr() | ast.Return():
            return _("The statement on {place} stores nothing.", place=place)
    return ""
