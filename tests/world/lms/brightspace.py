"""Brightspace. Source: D2L's documentation for administrators, "LTI Advantage" and "Dynamic Registration"."""

from datetime import timedelta

from tests.world.lms.quirks import INSTRUCTOR, LEARNER, Quirks

_MEMBER = "http://purl.imsglobal.org/vocab/lis/v2/membership#"

BRIGHTSPACE = Quirks(
    product="desire2learn",
    site="https://school.brightspace.com",
    authorization="/d2l/lti/authenticate",
    oauth="https://auth.brightspace.com/core/connect/token",
    key_set="/d2l/.well-known/jwks",
    line_items="/d2l/api/lti/ags/2.0/deployment/1/orgunit/6606/lineitems",
    line_item="/d2l/api/lti/ags/2.0/deployment/1/orgunit/6606/lineitems/{number}",
    registers="in-tab",
    reads_keys_at_once=True,
    audience="https://api.brightspace.com/auth/token",
    login_fields={"lti_storage_target": "_parent"},
    token_lifetime=timedelta(minutes=30),
    sub="b1f6c1c4-6d2d-4d5e-8f0a-0d2a7b1c9e55_{}",
    teacher_roles=(LEARNER, INSTRUCTOR, f"{_MEMBER}Member", f"{_MEMBER}Mentor", f"{_MEMBER}Administrator"),
    student_roles=(f"{_MEMBER}Member", LEARNER),
    locale="es-mx",
    claims={"https://purl.imsglobal.org/spec/lti/claim/custom": {"user": "$User.Id"}},
    opens_in_window=True,
    stranger=422,
    locked=422,
)
