"""Moodle 4.5, seen running. Source: Moodle Docs, "External tool", and the source of mod_lti."""

from datetime import timedelta

from tests.world.lms.quirks import Quirks

MOODLE = Quirks(
    product="moodle",
    site="https://moodle.example.edu",
    authorization="/mod/lti/auth.php",
    oauth="/mod/lti/token.php",
    key_set="/mod/lti/certs.php",
    line_items="/mod/lti/services.php/2/lineitems?type_id=1",
    line_item="/mod/lti/services.php/2/lineitems/{number}/lineitem?type_id=1",
    registers="in-frame",
    takes_updates=True,
    token_lifetime=timedelta(seconds=60),
    locale="es_mx",
    claims={
        "https://purl.imsglobal.org/spec/lti/claim/lis": {
            "person_sourcedid": "",
            "course_section_sourcedid": "",
        },
        "https://purl.imsglobal.org/spec/lti/claim/ext": {"user_username": "ada", "lms": "moodle-2"},
        "https://purl.imsglobal.org/spec/lti-bo/claim/basicoutcome": {"lis_result_sourcedid": "{}"},
    },
    accepts_several=True,
    data=None,
    grades_while_choosing=False,
    short_roles=True,
    link="<{html_url}>; rel=\u201cnext\u201d",
    oauth_media_type="text/html; charset=utf-8",
    clock_ahead=timedelta(seconds=-20),
    reviews=True,
)
