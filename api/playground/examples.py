"""Files to begin with: our own class, right and with a fault, and one that never ends."""

from collections.abc import Mapping

from api.i18n import gettext as _
from api.packages._tree import Tree, text
from grader import faults
from grader.faults import FaultSign
from grader.reference import edited, source

_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"
_ENDLESS = "\n\na = Value(1.0)\nwhile a.data < 2:\n    a.data = a.data * 1\n"
_SIGNS = (
    FaultSign.REPLACED, FaultSign.RUNS_EARLY, FaultSign.LOCAL_ALONE, FaultSign.NO_SEED, FaultSign.NEGATED,
)  # fmt: skip
_FAULTY = tuple(map(faults.first, _SIGNS))
_RIGHT, _HANGS = "right", "endless"


def example_titles() -> Mapping[str, str]:
    """The titles by name, in the current language."""
    titles = {slug: _(faults.load()[slug].title) for slug in _FAULTY}
    return {**titles, _HANGS: _("A loop that never ends"), _RIGHT: _("A right class")}


def example_texts() -> Tree:
    """The files by name."""
    wrong = {slug: edited(next(iter(faults.load()[slug].examples.values()))) for slug in _FAULTY}
    files = {**wrong, _HANGS: source() + _ENDLESS, _RIGHT: source()}
    return {f"{name}.py": text(_HEAD + code) for name, code in files.items()}
