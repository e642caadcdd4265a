"""The choice of a section in a search over the people of a course: one, all, or those who are in none."""

from collections.abc import Sequence

from api.i18n import gettext as _

_NONE = "-"


def read_section(text: str) -> str | None:
    """The section that an address asks for; None for all."""
    return text.removeprefix(_NONE) if text else None


def section_text(section: str | None) -> str:
    """The section as an address says it."""
    return "" if section is None else section or _NONE


def section_options(sections: Sequence[str]) -> list[tuple[str, str]]:
    """The choices; none where a course has no sections."""
    if not sections:
        return []
    return [("", _("All sections")), *((each, each) for each in sections), (_NONE, _("Without a section"))]
