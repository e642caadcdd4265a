"""Open edX. Source: its documentation for course teams, "LTI Component", and its LTI consumer's code."""

from tests.world.lms.quirks import Quirks

OPEN_EDX = Quirks(
    site="https://courses.example.edu",
    line_items="/api/lti_consumer/v1/lti/1/lti-ags",
    line_item="/api/lti_consumer/v1/lti/1/lti-ags/{number}",
    filters_line_items=False,
    page=2,
    has_roster=False,
    stale=400,
    as_share=True,
)
