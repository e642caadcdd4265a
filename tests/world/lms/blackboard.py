"""Blackboard Learn. Source: its documentation for developers, "LTI Registration and Deployment"."""

from tests.world.lms.quirks import Quirks

_PORTAL = "https://developer.blackboard.com/api/v1"

BLACKBOARD = Quirks(
    product="BlackboardLearn",
    site="https://school.blackboard.com",
    own_issuer="https://blackboard.com",
    authorization=f"{_PORTAL}/gateway/oidcauth",
    oauth=f"{_PORTAL}/gateway/oauth2/jwttoken",
    key_set=f"{_PORTAL}/management/applications/client-1/jwks.json",
    line_items="/learn/api/v1/lti/courses/_42_1/lineItems",
    line_item="/learn/api/v1/lti/courses/_42_1/lineItems/_{number}_1",
    login_by="GET",
    login_fields={"lti_storage_target": "_parent"},
    locale="en_GB",
    choice_needs_sub=True,
    only_own_line_items=True,
    stranger=422,
    locked=422,
)
