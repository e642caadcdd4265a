"""Why a value of a form or a request cannot be used, and what to enter instead."""

from collections.abc import Mapping
from datetime import timedelta

from api.i18n import N_, duration, gettext as _, number
from submissions.errors import Unusable

WHY = {
    "account-is-disabled": N_("This account is disabled. Ask the operator of this service to enable it."),
    "another-version": N_("This file comes from another version of Backgrade. Export the course again."),
    "before-it-is-due": N_("This is before the due date. Enter the due date or a later time."),
    "before-the-first-attempt": N_("This is before the first attempt with hints. Enter a larger number."),
    "before-it-opens": N_("This is not after the opening time. Enter a later time."),
    "empty": N_("This field is required."),
    "file-too-large": N_("This file is too large to be a course."),
    "gives-nothing": N_("This extension changes nothing. Enter a later date or more attempts."),
    "gradebook-empty": N_("This file is empty. Export the gradebook again, then send the new file."),
    "gradebook-no-column": N_(
        "This file has no column for the points of that assignment. Create the assignment in your learning "
        "platform first. Then export the gradebook again."
    ),
    "gradebook-nobody": N_("This file has no rows of students. Export the gradebook with all students."),
    "gradebook-no-maximum": N_(
        "This file does not say how many points its column is out of. Enter it: points are converted to it."
    ),
    "gradebook-not-text": N_("This file is not a table in text form. Export the gradebook as CSV."),
    "gradebook-open-quote": N_(
        "A quotation mark in this file is never closed. Export the gradebook again without editing it."
    ),
    "gradebook-too-large": N_(
        "This file is too large for a gradebook. Export only the grades of this course."
    ),
    "gradebook-no-login": N_("This file has no column of logins. Name one column login, email or username."),
    "gradebook-unknown-format": N_(
        "This file is not a gradebook of Canvas, Moodle, Blackboard or Brightspace. Send the file as it was "
        "exported."
    ),
    "group-after-due": N_(
        "Your due date is over, so your group stays as it is. Ask course staff to change it."
    ),
    "group-has-submitted": N_(
        "There is a submission already, so this group stays as it is. Ask course staff to change it."
    ),
    "group-is-full": N_("This group is full."),
    "group-is-had": N_("You are in a group already. Leave it first."),
    "group-line-too-many": N_("A group in this list has too many students. Move some to another group."),
    "group-line-twice": N_("A student is in this list twice. Keep one of the two rows."),
    "group-line-unknown": N_("A login in this list is of no student of the course. Correct the row."),
    "groups-no-column": N_("This file has no column of groups. Name one column group."),
    "has-spaces": N_("A login cannot contain spaces. Remove them."),
    "is-asked": N_("You have an open regrade request for this assignment. Wait for its answer."),
    "is-closed": N_("This request was answered or withdrawn. Reload the page to read it."),
    "is-applied": N_("Results of this dry run count. Revert it first."),
    "late-days-in-use": N_("Your due date without this late day is over, so you cannot take it back."),
    "late-days-spent": N_("The student has used these late days elsewhere in the meantime."),
    "in-no-suite": N_(
        "No graded suite is about one of these operations, so it could not cost points. Grade such a suite, "
        "or choose that the submission is refused."
    ),
    "internal-address": N_(
        "This is an internal address, which webhooks cannot reach. Enter a public one, or ask an operator to "
        "allow it."
    ),
    "last-way-in": N_(
        "Nothing else would sign you in. Set a password first, or connect another sign-on provider."
    ),
    "last-operator": N_("This is the only operator. Make somebody else an operator first."),
    "last-owner": N_("This is the only owner of the course. Make somebody else an owner first."),
    "nested-too-deep": N_("Lists and quotations are nested too deeply. Use fewer levels."),
    "name-is-taken": N_(  # one sentence for both, so that a refusal tells nobody who is in the course
        "This name is taken, or it looks like the name of somebody in this course. Choose another one."
    ),
    "name-without-letters": N_("This name has no letter and no digit. Choose one that can be read aloud."),
    "no-result-yet": N_("This submission has no result yet. Send the request when you see its result."),
    "no-groups": N_("Everybody submits this assignment alone. Staff can allow groups in its settings."),
    "no-such-group": N_("There is no group of this number. Choose a number from the list."),
    "no-such-platform": N_("This platform is not registered. `backgrade lms list` shows all platforms."),
    "no-such-provider": N_("This provider does not exist. `backgrade sign-on list` shows all providers."),
    "no-such-time": N_("This time does not exist: the clocks go forward on that day. Enter another time."),
    "no-late-days-left": N_("You do not have that many late days left."),
    "no-event": N_("Choose at least one event."),
    "no-suite": N_("No suite earns points. Give at least one suite a weight above 0."),
    "nobody-has-it": N_("Nobody has this login. `backgrade user list` shows all logins."),
    "nobody-of-that-login": N_(
        "Nobody has this login. Check the spelling, or give the person a join code instead."
    ),
    "nobody-in-the-course": N_("No student of this course has this login. Check the spelling."),
    "not-an-address": N_(
        "This is not an address that starts with https://. Copy it from the settings of the platform."
    ),
    "not-an-origin": N_("This is not the address of a site. Write it like https://lms.example.edu."),
    "no-starter": N_("This assignment has no starter code. Choose a file."),
    "not-a-course-file": N_("This is not the file of a course. Choose a file that Backgrade exported."),
    "not-a-date": N_("This is not a date with a time. Write it like 2026-11-30T23:59."),
    "not-a-graph": N_("This graph cannot be graded. Draw it to see why."),
    "not-a-key": N_(
        "This cannot be a key. Use up to 30 characters: small letters, digits and “-”, a letter first."
    ),
    "not-a-login": N_(
        "A login starts with a letter or digit and contains only a to z, 0 to 9 and . _ - + ' @, so that "
        "no two logins look alike. Your name can contain any letters."
    ),
    "not-a-number": N_("This is not a number. Write it in digits, like 12.5."),
    "not-a-whole-number": N_("This is not a whole number. Write it in digits, like 12."),
    "not-applied": N_("Nothing of this dry run counts, so there is nothing to revert."),
    "not-an-input": N_("An input cannot be read. Write one on each line, like a = 2 or b = -3 to 3."),
    "not-a-web-address": N_(
        "This is not a web address. Enter one like https://example.edu/hooks, without a user name or “#”."
    ),
    "not-by-code": N_(
        "Join codes are only for students, observers and assistants. Add instructors by their login."
    ),
    "not-gradable-again": N_(
        "This submission is waiting to be graded or was withdrawn. It cannot be graded again now."
    ),
    "not-https": N_("This address is not encrypted. Enter one that begins with https://."),
    "not-later": N_("This is not later than the date for everybody. Enter a later date."),
    "not-offered": N_("This option does not exist. Choose one from the list."),
    "not-a-class-name": N_("This is not the name of a class. Enter the name as it stands after `class`."),
    "not-printable": N_("This contains characters that cannot be shown. Type it again."),
    "not-one-issuer": N_(
        "This address stands for several issuers. Enter the issuer of your own tenant, as it publishes it."
    ),
    "not-ready": N_("This dry run is not complete, or was discarded. Wait for it, or start another."),
    "not-text": N_(
        "This contains characters that cannot be stored. Type it again, or save the file as UTF-8."
    ),
    "not-the-login": N_("This is not the login of this account. Type it again."),
    "not-the-password": N_("This is not your current password. Type it again."),
    "not-the-title": N_("This is not the title of the course. Type it exactly as it is shown."),
    "not-your-account": N_(
        "This account is also used outside of your courses, or belongs to staff. The operator of this "
        "service can create the link."
    ),
    "none-chosen": N_("Choose at least one assignment, or create one below."),
    "nothing-to-apply": N_("This choice contains no new result. Choose other students or attempts."),
    "nothing-to-extend": N_(
        "The assignment has no such limit, so you cannot extend it. Leave this field empty."
    ),
    "one-only": N_("The platform accepts one assignment at a time. Choose one."),
    "only-with-chosen": N_(
        "This choice is not about single students. Leave the students out, or use the choice `chosen`."
    ),
    "only-bonus": N_("At least one suite that earns points must not be a bonus suite."),
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
    "second-factor-is-required": N_("Staff of this service cannot turn two-factor sign-in off."),
    "second-factor-is-set-up": N_("Two-factor sign-in is on already. Turn it off first."),
    "still-operator": N_("This account runs the installation. Remove that permission first."),
    "suites-are-your-own": N_(
        "You have changed the suites, so they stay as they are. Save again to keep them, or use “Fill in "
        "suites” to replace them."
    ),
    "too-long": N_("This text is too long. Shorten it."),
    "too-long-a-life": N_("This date is too far away or already over. Choose a nearer date."),
    "too-many-comments": N_("There are too many comments already. Remove one first."),
    "too-many": N_("You have reached the limit. Revoke one first."),
    "too-many-faults": N_("A fault hunt has too many faults. Choose fewer."),
    "too-many-files": N_("An assignment keeps at most ten try files. Remove one first."),
    "too-many-graphs": N_("An assignment has at most 20 graphs of its own. Remove one first."),
    "too-many-graphs-in-file": N_("A course file has at most 200 own graphs. Remove some of them first."),
    "too-many-lines": N_("This text has too many lines. Shorten it."),
    "too-many-places": N_("This number has too many decimals. Use at most four."),
    "twice-in-the-list": N_("An earlier row of the list has the same value. Keep one of the two rows."),
    "too-late-for-late-days": N_("It is too late to use late days here: the assignment stays closed."),
    "unknown-name": N_("One of these names does not exist. Choose names from the list."),
    "too-many-webhooks": N_("This course has as many webhooks as it can have. Delete one first."),
    "unknown-scope": N_("This scope does not exist. The page `/me` lists all scopes, like courses:read."),
    "unknown-stage": N_("This stage does not exist. Choose one from the list."),
    "unknown-suite": N_("One of these suites does not exist. Choose suites from the list."),
    "unknown-zone": N_("This is not a time zone. Enter a name like Europe/Madrid."),
    "webhook-is-off": N_("This webhook is turned off. Turn it on first."),
    "weight-out-of-range": N_("A weight is too small or too large. Enter another whole number."),
    "without-due-date": N_("This needs a due date. Enter a due date, or leave this field empty."),
}
"""The texts by the id of the reason."""

_WITH_LIMITS = {
    ("group-is-full", "most"): N_("This group is full: a group has at most {most} students."),
    ("group-line-too-many", "row"): N_(
        "Row {row}: its group would have more than {most} students. Move some to another group."
    ),
    ("group-line-twice", "row"): N_(
        "Row {row}: this student is in the list twice. Keep one of the two rows."
    ),
    ("group-line-unknown", "row"): N_("Row {row}: no student of the course has this login. Correct it."),
    ("nested-too-deep", "most"): N_("Lists and quotations are nested too deeply. Use at most {most} levels."),
    ("file-too-large", "mebibytes"): N_(
        "This file is too large to be a course. Choose a file of at most {mebibytes} MiB."
    ),
    ("not-a-course-file", "assignment"): N_(
        "Assignment {assignment} of this file cannot be used. Export the course again."
    ),
    ("out-of-range", "above"): N_("Enter a number greater than {above} and at most {most}."),
    ("out-of-range", "least"): N_("Enter a number from {least} to {most}."),
    ("out-of-range", "seconds"): N_("Enter a time from 0 to {duration}."),
    ("password-too-long", "most"): N_("This password is too long. Use at most {most} bytes."),
    ("password-too-short", "least"): N_(
        "This password is too short. Use at least {least} characters; three or four words are enough."
    ),
    ("too-many-faults", "most"): N_("A fault hunt has at most {most} faults. Choose fewer."),
    ("too-long", "longest"): N_("This text is too long. Use at most {longest} characters."),
    ("too-many-lines", "most"): N_("This text has too many lines. Use at most {most}."),
    ("weight-out-of-range", "least"): N_("Weights are whole numbers from {least} to {most}."),
}
"""The texts by the id of the reason and the first of the limits that the error names."""


def unusable(error: Unusable) -> str:
    """Say what is wrong with a value, and what to enter instead."""
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
