"""Which fault an edit undoes."""

from grader.faults import Fault, load
from grader.sandbox.base import Offer

_SPECIFIC_FIRST = (
    "import", "qualify", "rename", "define", "signature", "return", "comma", "node", "attach",
    "attach-to-result", "accumulate", "once", "call-once", "brackets", "chain", "chain-times",
    "grad-for-data", "read-result", "other-operand", "plain-number", "seed-one", "negate",
    "recipient", "contribute", "seed-set", "seed-once", "initial-zero", "seed", "reverse",
    "post-order", "visit-once", "by-identity", "whole-graph", "no-reset", "data-kept", "zero-grad",
    "fresh-state", "bind", "parents-listed", "parents", "unchanged", "unshare", "reflect",
    "define-reflected", "wrap", "exponent", "forward", "rule", "tweak", "topological", "add-rule",
    "initial-number",
)  # fmt: skip
_RANKS = {rewrite: position for position, rewrite in enumerate(_SPECIFIC_FIRST)}

_BY_DETAIL = {
    ("topological", "recursive"): "no_topological_order",
    ("topological", "breadth-first"): "breadth_first",
    ("topological", "stack"): "stack_order",
    ("topological", "pre-order"): "preorder",
    ("topological", "no-visited"): "visited_missing",
    ("topological", "forward"): "forward_order",
    ("reflect", "recurses"): "reflected_recurses",
    ("reflect", "signature"): "wrong_signature",
    ("rename", "name"): "name_not_defined",
    ("rename", "gradient"): "raises",
    ("parents", "a number"): "raises",
    ("parents", "argument order"): "raises",
    ("return", "number"): "returns_a_number",
    ("reflect", "pasted"): "wrong_forward",
    ("reflect", "other"): "wrong_forward",
    ("reflect", ""): "",
    ("initial-zero", "data"): "gradient_is_data",
    ("initial-zero", "comma"): "",
    ("initial-zero", "one array"): "shared_gradient",
    ("read-result", "handed on"): "no_topological_order",
    ("no-reset", "data"): "gradient_is_data",
    ("rule", "own-data-in-sum"): "gradient_is_data",
    ("rule", "own-data"): "own_data_in_product",
    ("rule", "nothing"): "contribution_missing",
    ("add-rule", "data"): "data_changed_in_backward",
    ("add-rule", "written"): "contribution_missing",
    ("whole-graph", "leaves left out"): "leaf_gradients_missing",
    ("whole-graph", "root left out"): "output_left_out",
    ("whole-graph", "all but one"): "output_left_out",
    ("whole-graph", "mark too early"): "output_left_out",
    ("whole-graph", "no rules"): "traversal_missing",
    ("whole-graph", "never called"): "traversal_missing",
}
_OTHERWISE = {
    "import": "name_not_defined",
    "qualify": "name_not_defined",
    "signature": "wrong_signature",
    "rename": "wrong_name",
    "define": "missing_method",
    "node": "returns_a_number",
}
"""Rewrites whose fault does not say so itself."""


_REFUTED_BY = {
    "recursive": ("breadth_first", "creation_order", "stack_order"),
    "slice": ("traversal_missing",),
    "all but one": ("traversal_missing", "one_level"),
    "root left out": ("traversal_missing",),
    "mark too early": ("traversal_missing",),
    "no rules": ("output_left_out",),
    "never called": ("output_left_out",),
}
"""Faults that cannot be where an edit with that detail is possible, whatever the numbers say."""
_IN_PLACE_OF_ALL = (("whole-graph", "no traversal"), ("whole-graph", "no rules"))
"""Edits that write a whole pass, whatever was there before."""

_ALIKE = (
    "attach", "attach-to-result", "bind", "chain", "chain-times", "data-kept", "grad-for-data", "no-reset",
    "node", "plain-number", "read-result", "return", "signature", "wrap",
)  # fmt: skip
"""Rewrites that undo the same slip in whatever operation it stands."""

_NOTHING_ARRIVES = ("parents", "contribute", "add-rule", "exponent")


def rank(offer: Offer) -> tuple[bool, int]:
    """Return the order in which edits are tried and believed: first those that say more about the cause."""
    return offer.whole, _RANKS.get(offer.rewrite, len(_RANKS))


def slip_of(offer: Offer) -> object:
    """Return the key of all edits that undo one mistake in several places; None if it is in one place."""
    if offer.group:
        return offer.group
    return (offer.rewrite, offer.detail) if offer.rewrite in _ALIKE else None


def fault_of(offer: Offer) -> str:
    """The slug of the fault; empty if none is known for the edit."""
    if (named := _BY_DETAIL.get((offer.rewrite, offer.detail))) is not None:
        return named
    if (offer.operation, offer.operand) == ("**", 1) and offer.rewrite in _NOTHING_ARRIVES:
        return "exponent_as_node"
    rewrite = "rule" if offer.rewrite == "tweak" else offer.rewrite
    undone = [fault.slug for fault in load().values() if _undoes(offer, rewrite, fault)]
    return undone[0] if undone else _OTHERWISE.get(offer.rewrite, "")


def rivals(offer: Offer) -> list[str]:
    """Every fault that the same edit undoes, but for those the source speaks against."""
    undone = [fault.slug for fault in load().values() if _undoes(offer, offer.rewrite, fault)]
    undone += [slug for (rewrite, _), slug in _BY_DETAIL.items() if rewrite == offer.rewrite]
    return [slug for slug in dict.fromkeys(undone) if slug not in _REFUTED_BY.get(offer.detail, ())]


def is_shared(offer: Offer) -> bool:
    """Whether it undoes several faults, between which only what was seen decides."""
    return offer.rewrite in ("topological", "whole-graph")


def is_own(offer: Offer) -> bool:
    """Whether it undoes one fault and changes no more than that takes."""
    is_all = offer.whole or (offer.rewrite, offer.detail) in _IN_PLACE_OF_ALL
    return not is_all and offer.rewrite != "topological"


def says_what_stood_there(offer: Offer) -> bool:
    """Whether the fault is named after the wrong contribution that made way for the right one."""
    return offer.rewrite == "rule" and offer.operation in ("+", "*") and offer.detail != "nothing"


def _undoes(offer: Offer, rewrite: str, fault: Fault) -> bool:
    return any(
        repair.rewrite == rewrite
        and (not repair.operations or offer.operation in repair.operations)
        and repair.operand in (None, offer.operand)
        for repair in fault.undone_by
    )
