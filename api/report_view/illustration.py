"""Captions of a finding's picture, and facts for its replay that are not in the graph."""

import ast
from collections import Counter
from collections.abc import Mapping

from api.i18n import N_, gettext as _
from api.report_view.numbers import short
from api.report_view.one_line import one_line
from api.report_view.pictures.text import figures
from api.report_view.replay import Around
from api.report_view.replay.moments import moments
from api.report_view.source_lines import Quote
from api.words import picture as picture_words
from api.words.place import place
from grader.compare import Quantity
from grader.explanation.passes import Fate, Passes
from grader.faults import FaultSign, has_sign
from grader.finding import Explained, Finding
from suites import networks


def around(finding: Finding, quote: Quote | None, attributes: Mapping[Quantity, str]) -> Around:
    """Return the facts of a finding that its replay needs beside the graph."""
    raised, at = finding.evidence.raised, place(finding.where)
    is_kept = has_sign(finding.fault, FaultSign.NOT_RESET)
    return Around(
        reason=reset_reason(quote, at, attributes[Quantity.GRADIENT]) if is_kept else "",
        where=finding.where,
        stops=place(raised) if raised else "",
        silent_rules_ran=not has_sign(finding.fault, FaultSign.DOES_NOT_RUN, FaultSign.LATER_PASS),
    )


def caption(explained: Explained, *, shows_cause: bool) -> str:
    """Return a sentence that says what one sees in the picture."""
    if not shows_cause:
        return _("The graph, what your class gets and what is right. Lines go the way of the forward pass.")
    if len(explained.calls) > 1:
        told = _("This is what each node holds after the last line.")
        replay = _("The replay shows each pass and each reset.")
        return f"{told} {replay}" if moments(explained) else told
    between = (
        _("We do not see the nodes between: they show what is right.")
        if explained.suite in networks()
        else ""
    )
    return f"{_lead(explained)} {picture_words.legend()} {between}".strip()


def _lead(explained: Explained) -> str:
    """Return what to look at first: wrong data, else the arrows into a node, else its start."""
    # Wrong data makes gradients wrong, so it comes first.
    for node in explained.nodes:
        if node.wrong_data:
            return picture_words.wrong_data(one_line(node.text), *figures(node.data, node.data_got))
    return _lead_of_gradients(explained)


def _lead_of_gradients(explained: Explained) -> str:
    passes = Passes(explained)
    wrong = [node for node in explained.nodes if node.wrong_gradient]
    fates = {node.name: Counter(each.fate for each in passes.outcomes_of(node.name)) for node in wrong}
    for fate in picture_words.TELLING:
        for node in wrong:
            if found := fates[node.name][fate]:
                return picture_words.caption(fate, one_line(node.text), found, fates[node.name].total())
    for node in wrong:
        if fates[node.name][Fate.KEPT] and (held := passes.begun_with(node.name)):
            return _(
                "Each contribution to `{node}` is right, but its gradient begins with {held}.",
                node=one_line(node.text),
                held=short(held),
            )
    return ""


def reset_reason(quote: Quote | None, place: str, gradient: str) -> str:
    """Return what the line does instead of setting the gradient to 0; empty if that is not plain."""
    statement = quote.statement if quote is not None and place else None
    return _reason(statement, place, gradient) if statement is not None else ""


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
