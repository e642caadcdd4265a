"""Sakai. Source: its documentation for administrators, "LTI Advantage". No instance was looked at."""

from tests.world.lms.quirks import Quirks

SAKAI = Quirks(
    product="sakai",
    site="https://sakai.example.edu",
    registers="in-frame",
    locale="es_ES",
    reviews=True,
)
