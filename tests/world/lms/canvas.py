"""Canvas. Source: the documentation of its REST API, "LTI Advantage": Line Items, Score, Names and Role."""

from datetime import timedelta

from tests.world.lms.quirks import INSTRUCTOR, LEARNER, Quirks

_PERSON = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#"

CANVAS = Quirks(
    product="canvas",
    site="https://school.instructure.com",
    own_issuer="https://canvas.instructure.com",
    authorization="https://sso.canvaslms.com/api/lti/authorize_redirect",
    oauth="https://sso.canvaslms.com/login/oauth2/token",
    key_set="https://sso.canvaslms.com/api/lti/security/jwks",
    line_items="/api/lti/courses/1/line_items",
    line_item="/api/lti/courses/1/line_items/{number}",
    registers="in-frame",
    reads_configuration_with_token=True,
    login_fields={
        "canvas_region": "us-east-1",
        "canvas_environment": "prod",
        "lti_storage_target": "_parent",
    },
    message_hint="eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    token_lifetime=timedelta(hours=1),
    sub="535fa085-f2b4-4655-9cd5-36a9215fc{:0>3}",
    sends_names=False,
    teacher_roles=(f"{_PERSON}Administrator", f"{_PERSON}Instructor", INSTRUCTOR),
    student_roles=(f"{_PERSON}Instructor", f"{_PERSON}Student", LEARNER),
    locale="en-AU",
    page=2,
    stale=400,
    stranger=422,
    locked=422,
    erases_unfinished=False,
    extensions=("https://canvas.instructure.com/lti/submission",),
)
