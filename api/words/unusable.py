"""Why a value of a form or a request cannot be used, and what to enter instead."""

from collections.abc import Mapping
from datetime import timedelta

from api.i18n import N_, duration, number
from api.i18n import gettext as _
from submissions.errors import Unusable

WHY = {
    "before-it-is-due": N_("This is before the due date. Enter the due date or a later time."),
    "before-it-opens": N_("This is not after the opening time. Enter a later time."),
    "empty": N_("This field is required."),
    "gives-nothing": N_("This extension changes nothing. Enter a later date or more attempts."),
    "has-spaces": N_("A login cannot contain spaces. Remove them."),
    "last-operator": N_("This is the only operator. Make somebody else an operator first."),
    "last-owner": N_("This is the only owner of the course. Make somebody else an owner first."),
    "nested-too-deep": N_("Lists and quotations are nested too deeply. Use fewer levels."),
    "no-such-time": N_("This time does not exist: the clocks go forward on that day. Enter another time."),
    "no-suite": N_("No suite earns points. Give at least one suite a weight above 0."),
    "nobody-has-it": N_("Nobody has this login. `backgrade user list` shows all logins."),
    "nobody-of-that-login": N_(
        "Nobody has this login. Check the spelling, or give the person a join code instead."
    ),
    "not-a-date": N_("This is not a date with a time. Write it like 2026-11-30T23:59."),
    "not-a-login": N_(
        "A login starts with a letter or digit and contains only a to z, 0 to 9 and . _ - + ' @, so that "
        "no two logins look alike. Your name can contain any letters."
    ),
    "not-a-number": N_("This is not a number. Write it in digits, like 12.5."),
    "not-a-whole-number": N_("This is not a whole number. Write it in digits, like 12."),
    "not-by-code": N_(
        "Join codes are only for students, observers and assistants. Add instructors by their login."
    ),
    "not-gradable-again": N_(
        "This submission is waiting to be graded or was withdrawn. It cannot be graded again now."
    ),
    "not-later": N_("This is not later than the date for everybody. Enter a later date."),
    "not-offered": N_("This option does not exist. Choose one from the list."),
    "not-printable": N_("This contains characters that cannot be shown. Type it again."),
    "not-text": N_(
        "This contains characters that cannot be stored. Type it again, or save the file as UTF-8."
    ),
    "not-the-password": N_("This is not your current password. Type it again."),
    "nothing-to-extend": N_(
        "The assignment has no such limit, so you cannot extend it. Leave this field empty."
    ),
    "out-of-range": N_("This number is out of range. Enter another one."),
    "password-has-name": N_(
        "This password is too close to a login, a name or the course. Choose something else."
    ),
    "password-is-common": N_(
        "This is one of the most common passwords. Choose three or four words of your own."
    ),
    "password-is-login": N_("Your password cannot be your login. Choose three or four words of your own."),
    "password-is-pattern": N_(
        "This password only repeats characters or counts. Choose three or four words of your own."
    ),
    "password-too-long": N_("This password is too long. Choose a shorter one."),
    "password-too-short": N_("This password is too short. Three or four words are enough."),
    "password-without-letters": N_(
        "This password has no letters and no digits. Choose three or four words of your own."
    ),
    "suites-are-your-own": N_(
        "You have changed the suites, so they stay as they are. Save again to keep them, or use “Fill in "
        "suites” to replace them."
    ),
    "too-long": N_("This text is too long. Shorten it."),
    "too-long-a-life": N_("This date is too far away or already over. Choose a nearer date."),
    "too-many": N_("You have reached the limit. Revoke one first."),
    "too-many-lines": N_("This text has too many lines. Shorten it."),
    "too-many-places": N_("This number has too many decimals. Use at most four."),
    "unknown-scope": N_("This scope does not exist. The page `/me` lists all scopes, like courses:read."),
    "unknown-stage": N_("This stage does not exist. Choose one from the list."),
    "unknown-suite": N_("One of these suites does not exist. Choose suites from the list."),
    "unknown-zone": N_("This is not a time zone. Enter a name like Europe/Madrid."),
    "weight-out-of-range": N_("A weight is too small or too large. Enter another whole number."),
    "without-due-date": N_("This needs a due date. Enter a due date, or leave this field empty."),
}
"""By the id of the reason."""

_WITH_LIMITS = {
    ("nested-too-deep", "most"): N_("Lists and quotations are nested too deeply. Use at most {most} levels."),
    ("out-of-range", "above"): N_("Enter a number greater than {above} and at most {most}."),
    ("out-of-range", "least"): N_("Enter a number from {least} to {most}."),
    ("out-of-range", "seconds"): N_("Enter a time from 0 to {duration}."),
    ("password-too-long", "most"): N_("This password is too long. Use at most {most} bytes."),
    ("password-too-short", "least"): N_(
        "This password is too short. Use at least {least} characters; three or four words are enough."
    ),
    ("too-long", "longest"): N_("This text is too long. Use at most {longest} characters."),
    ("too-many-lines", "most"): N_("This text has too many lines. Use at most {most}."),
    ("weight-out-of-range", "least"): N_("Weights are whole numbers from {least} to {most}."),
}
"""By the id of the reason and the first of the limits that the error names."""


def unusable(error: Unusable) -> str:
    """What is wrong with a value, and what to enter instead."""
    text = _WITH_LIMITS.get((error.why, next(iter(error.limits), "")))
    if text is not None:
        return _(text, **_written(error.limits))
    return _(WHY.get(error.why, N_("This value cannot be used here. Enter another one.")))


def _written(limits: Mapping[str, int]) -> dict[str, str]:
    """The limits as a person writes them."""
    written = {name: number(limit) for name, limit in limits.items()}
    if "seconds" in limits:
        written["duration"] = duration(timedelta(seconds=limits["seconds"]))
    return written
