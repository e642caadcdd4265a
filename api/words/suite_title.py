"""What a suite is called where its report is not at hand: also a graph that teachers wrote."""

from collections.abc import Mapping

import suites
from api.i18n import gettext as _
from submissions.courses.assignments.own_graph import is_own, place_of


def suite_title(slug: str, own: Mapping[str, str]) -> str:
    """The title of a suite; `own`: those of the graphs that teachers wrote and have now, by slug."""
    known = suites.all_suites()
    if slug in known:
        return _(known[slug].title)
    if slug in own:
        return own[slug]
    return _("Own graph {n}", n=place_of(slug)) if is_own(slug) else slug
