"""Words about a file that is checked before it is submitted."""

from collections.abc import Sequence

from api.i18n import gettext as _, listed
from api.words.operation import operation

_BACKWARD = "backward"


def found(class_line: str, present: Sequence[str], absent: Sequence[str]) -> list[tuple[bool, str]]:
    """Say what was found, and what is asked and was not; each with whether that is well."""
    lines = [
        (True, _("The file can be read.")),
        (True, class_line or _("The class is found.")),
        (bool(present), _present(present)),
    ]
    if absent:
        names = listed([_operation_name(each) for each in absent])
        lines.append(
            (False, _("Asked in this assignment and not in your class: {operations}.", operations=names))
        )
    return lines


def _present(operations: Sequence[str]) -> str:
    if not operations:
        return _("Your class has no operations yet.")
    names = listed([_operation_name(each) for each in operations])
    return _("Operations found: {operations}.", operations=names)


def _operation_name(id_: str) -> str:
    return "`backward()`" if id_ == _BACKWARD else operation(id_)
