"""The filter of a dashboard: section, time and attempt, as they stand in an address."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import Depends
from sqlalchemy.orm import Session

from api.i18n import N_, gettext as _
from api.pages._fields import Asked
from api.words.moment import zone_named
from grader.records import Frozen
from submissions.teaching.figures.selection import Selection, Which, sections

_DAY = timedelta(days=1)

ATTEMPTS: Mapping[Which, str] = {
    Which.LAST: N_("The latest attempt: now"),
    Which.COUNTS: N_("The attempt that counts"),
    Which.FIRST: N_("The first attempt"),
    Which.BEST: N_("The best attempt"),
    Which.ALL: N_("All attempts"),
}

_HAVE_IT: Mapping[Which, str] = {
    Which.LAST: N_("Have it now"),
    Which.COUNTS: N_("Have it in the attempt that counts"),
    Which.FIRST: N_("Have it in the first attempt"),
    Which.BEST: N_("Have it in the best attempt"),
    Which.ALL: N_("Have it in any attempt"),
}


def have_it(which: Which) -> str:
    """Return the heading of the students with a cause: now is their latest attempt, and no other."""
    return _(_HAVE_IT[which])


class AskedSelection(Frozen):
    """The texts of an address; what cannot be read is passed over."""

    section: str
    since: str
    until: str
    attempt: str

    def read(self, zone: str) -> Selection:
        """Return the selection; dates are whole days in the zone of the course."""
        since, until = _day(self.since, zone), _day(self.until, zone)
        return Selection(
            section=self.section,
            since=since,
            until=until + _DAY if until is not None else None,
            which=self.which,
        )

    @property
    def which(self) -> Which:
        """The selected attempt."""
        return Which(self.attempt) if self.attempt in list(Which) else Which.LAST

    @property
    def have_it(self) -> str:
        """The heading of the number of students with a cause in it."""
        return have_it(self.which)

    @property
    def chosen(self) -> Mapping[str, str]:
        """The selection by the names of an address."""
        return {"section": self.section, "since": self.since, "until": self.until, "attempt": self.attempt}

    @property
    def query(self) -> str:
        """The selection as the end of an address, to be continued; empty where nothing is chosen."""
        text = urlencode({name: value for name, value in self.chosen.items() if value})
        return f"{text}&" if text else ""


def attempt_choices() -> list[tuple[str, str]]:
    """The attempts that can be looked at, with their names."""
    return [(each.value, _(text)) for each, text in ATTEMPTS.items()]


def selection_definition() -> str:
    """Return what the filter selects, for every page that has it."""
    return _(
        "The latest attempt shows what is true now. The attempt that counts is the one from which the grade "
        "comes. The best attempt has the most points "
        "before late penalties; of equals, it is the latest. An attempt that was not submitted in the "
        "selected time is left out. The same file submitted again is not another attempt."
    )


def section_choices(session: Session, course_id: UUID) -> list[tuple[str, str]]:
    """The sections of a course, and all of them; none where it has none."""
    known = sections(session, course_id)
    return [("", _("All sections")), *((each, each) for each in known)] if known else []


def _selection_of_query(
    section: Asked = "", since: Asked = "", until: Asked = "", attempt: Asked = ""
) -> AskedSelection:
    return AskedSelection(section.replace("\0", ""), since, until, attempt)


AsksSelection = Annotated[AskedSelection, Depends(_selection_of_query)]
"""The selection that a request looks at."""


def _day(text: str, zone: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=zone_named(zone)) if text else None
    except (ValueError, OverflowError):
        return None
