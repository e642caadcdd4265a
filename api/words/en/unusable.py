"""Why a value of a form or a request cannot be used: what was seen, and what to give instead."""

from api.words.en.count import count
from submissions.draft import (
    HIGHEST_RUNG,
    LONGEST_COOLDOWN,
    LONGEST_TEXT,
    MOST_ATTEMPTS,
    MOST_POINTS,
    MOST_WEIGHT,
)
from submissions.errors import Unusable
from submissions.line_of_text import LONGEST
from submissions.passwords import LEAST, MOST_BYTES

WHY = {
    "before-it-is-due": "this is before it is due; give a time at or after that",
    "before-it-opens": "this is not after it opens; give a later time",
    "empty": "this is needed",
    "gives-nothing": "nothing is given by this; fill in a later date or more attempts",
    "has-spaces": "a login has no spaces",
    "last-operator": "nobody would run this installation; make somebody else an operator first",
    "last-owner": "the course would have no owner; make somebody else an owner first",
    "no-suite": "no suite earns anything; give at least one a weight",
    "no-such-time": "clocks are set forward over this time on that day; give one before or after it",
    "nobody-has-it": "nobody here has this login; `backgrade user list` shows all",
    "nobody-of-that-login": "nobody here has this login; a join code lets them in without",
    "not-a-date": "this is not a date and a time; write it as 2026-11-30T23:59",
    "not-a-number": "this is not a number; write it in digits, as 12.5",
    "not-a-whole-number": "this is not a whole number; write it in digits",
    "not-by-code": "a code makes students, observers and assistants; teachers are let in by their login",
    "not-gradable-again": "this waits to be graded, or was taken back; there is nothing to grade again",
    "not-later": "this is not later than the date that holds for everybody",
    "not-offered": "this is not one of what can be chosen",
    "not-printable": "this has characters that cannot be shown; type it anew",
    "not-the-password": "this is not the password you have now",
    "not-text": "this has characters that cannot be kept; type it anew, or save the file as UTF-8",
    "nothing-to-extend": "there is no limit here for anybody, so there is nothing to extend",
    "out-of-range": "this is more, or less, than what can be used",
    "password-is-login": "this is the login; choose something nobody would try first",
    "password-too-long": f"at most {MOST_BYTES} bytes are taken",
    "password-too-short": f"at least {LEAST} characters are needed; three or four words will do",
    "suites-are-your-own": "the suites below are your own choice; take those of the stage, or save again",
    "too-long": f"at most {LONGEST} characters are taken",
    "too-long-a-life": "this is longer than what is allowed, or over already; choose a nearer day",
    "too-many": "there are as many as there may be; take one back first",
    "too-many-places": "at most four digits after the point are kept",
    "unknown-scope": "this is not a scope; the page `/me` lists them, for example courses:read",
    "unknown-stage": "there is no such stage",
    "unknown-suite": "one of these suites is not known here; take them from the list",
    "unknown-zone": "this is not a time zone; its name is like Europe/Madrid",
    "weight-out-of-range": f"weights are whole numbers from 0 to {MOST_WEIGHT:,}",
    "without-due-date": "there is no due date that this could come after; give one, or leave this empty",
}
"""By the id of the reason."""

_OF_FIELD = {
    (
        "attempt_limit",
        "out-of-range",
    ): f"give 1 to {count(MOST_ATTEMPTS, 'attempt')}, or nothing for no limit",
    ("cooldown_seconds", "out-of-range"): f"give 0 to {LONGEST_COOLDOWN:,} seconds, which are a week",
    ("hint_rung", "out-of-range"): f"rungs go from 0 to {HIGHEST_RUNG}",
    ("instructions", "too-long"): f"at most {count(LONGEST_TEXT, 'character')} are taken",
    ("late_most_percent", "out-of-range"): "give 0 to 100 percent",
    ("late_percent_per_day", "out-of-range"): "give 0 to 100 percent",
    ("more_attempts", "out-of-range"): f"give 0 to {count(MOST_ATTEMPTS, 'attempt')}",
    ("points", "out-of-range"): f"give a number of points up to {int(MOST_POINTS):,}",
    ("starter", "too-long"): f"at most {count(LONGEST_TEXT, 'character')} are taken",
}
"""By field and reason, where more can be said."""


def unusable(error: Unusable) -> str:
    """What is wrong with a value, and what to give instead."""
    return _OF_FIELD.get((error.field, error.why)) or WHY.get(error.why, "this cannot be used here")
