"""What a problem says where more is known than its kind: the field, the limit, the time."""

from datetime import UTC, datetime
from typing import Any

from api.i18n import N_, date, gettext as _, ngettext, size, time
from api.problems.kinds import Kind, kind_of
from api.words import Message, lms, sign_on
from api.words.unusable import unusable
from submissions.errors import (
    AlreadyThere,
    Closed,
    LaunchRefused,
    NoAttemptsLeft,
    NoRoom,
    NotOpenYet,
    PlatformFailed,
    RequestError,
    ScopeMissing,
    SignOnRefused,
    TooOften,
    TooSoon,
    Unusable,
)


def target_too_long() -> Message:
    """An address longer than any of the service."""
    return Message(_("The address is longer than any address of this service."), _("Check the address."))


def head_too_long() -> Message:
    """More headers than the limit."""
    return Message(
        _("The headers of this request are too long."),
        _("Send fewer headers, or delete the cookies of this site."),
    )


def two_lengths() -> Message:
    """A body with a length that also comes in chunks."""
    return Message(
        _("The request has both `Content-Length` and `Transfer-Encoding`."), _("Send one of the two.")
    )


def too_many_at_once() -> Message:
    """More requests at the same time than one network may send."""
    return Message(
        _("Your network sends too many requests at the same time."), _("Try again in a few seconds.")
    )


def body_too_large(limit: int) -> Message:
    """A request with more than the limit."""
    return Message(
        _("The request is too large (the limit is {limit}).", limit=size(limit)),
        Kind.TOO_LARGE.value.message.advice,
    )


def message_of_page(error: RequestError) -> Message:
    """Return what a page says of an error that it shows at no field."""
    return Message(unusable(error)) if isinstance(error, Unusable) else message(error)


def message(error: RequestError) -> Message:
    """Return what happened and what to do, with all that is known."""
    if isinstance(error, LaunchRefused):
        return lms.launch_refused(error.reason, error.facts)
    if isinstance(error, SignOnRefused):
        return sign_on.sign_on_refused(error.reason, error.facts)
    if isinstance(error, PlatformFailed):
        return lms.platform_failed(error.reason)
    usual = kind_of(error).value.message
    if isinstance(error, TooSoon):
        at = f"{time(error.until, UTC)}:{error.until:%S}"
        again = _("You can try again after {time} (UTC).", time=at)
        return Message(usual.seen, again) if isinstance(error, TooOften) else Message(again, usual.advice)
    return Message(_detail(error) or usual.seen, usual.advice)


def value(kind: str, data: dict[str, Any] | None = None) -> str:
    """Return what is wrong with one value, by the id of the reason."""
    return _(VALUES.get(kind, _NOT_VALID), **(data or {}))


def wrong_field(pointer: str, detail: str) -> Message:
    """Return what is wrong with one field of a form, on a page of its own."""
    field = pointer.removeprefix("/")
    seen = _("`{field}`: {detail}", field=field, detail=detail) if field else detail
    return Message(seen, _("Go back and correct it."))


_NOT_VALID = N_("This value is not valid here.")
_TEXT = N_("Enter a text.")
_WHOLE = N_("Enter a whole number.")
_NUMBER = N_("Enter a number.")
_TRUTH = N_("Enter true or false.")
_OBJECT = N_("Enter an object.")
_ONE_OF = N_("Enter one of {expected}.")
_ID = N_("Enter an id.")
_MOMENT = N_("Enter a date with a time, for example 2026-11-30T12:00:00Z.")
_TOO_LARGE = N_("This number is too large.")

VALUES = {
    "missing": N_("This value is required."),
    "extra_forbidden": N_("Nothing has this name here. Check its spelling, or leave it out."),
    "json_invalid": N_("This is not valid JSON."),
    "string_type": _TEXT,
    "string_too_short": N_("Minimum number of characters: {min_length}."),
    "string_too_long": N_("Maximum number of characters: {max_length}."),
    "string_pattern_mismatch": N_("This value does not have the required format."),
    "string_unicode": N_("This text has characters that cannot be stored."),
    "bool_type": _TRUTH,
    "bool_parsing": _TRUTH,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing_size": _TOO_LARGE,
    "float_type": _NUMBER,
    "decimal_type": _NUMBER,
    "decimal_parsing": _NUMBER,
    "decimal_max_places": N_("Maximum number of digits after the point: {decimal_places}."),
    "decimal_max_digits": N_("Maximum number of digits: {max_digits}."),
    "decimal_whole_digits": _TOO_LARGE,
    "finite_number": N_("Enter a finite number."),
    "greater_than": N_("Enter a number greater than {gt}."),
    "greater_than_equal": N_("Enter a number of at least {ge}."),
    "less_than": N_("Enter a number less than {lt}."),
    "less_than_equal": N_("Enter a number of at most {le}."),
    "too_short": N_("Minimum number of entries: {min_length}."),
    "too_long": N_("Maximum number of entries: {max_length}."),
    "list_type": N_("Enter a list."),
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "enum": _ONE_OF,
    "literal_error": _ONE_OF,
    "uuid_type": _ID,
    "uuid_parsing": _ID,
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "datetime_object_invalid": _MOMENT,
    "timezone_aware": N_("Add the time zone, for example `Z` at the end."),
    "zone": N_("Enter a time zone of the IANA database, for example Europe/Madrid."),
    "too-long": N_("This text is too long."),
    "not-a-class-name": N_("This is not the name of a class. Enter the name as it stands after `class`."),
}
"""The texts of what is wrong with a value, by the id of a reason."""


def _detail(error: RequestError) -> str:
    """Return what happened, where more is known than the kind; empty where no more is."""
    said = ""
    match error:
        case ScopeMissing():
            said = _("Your token does not have the scope `{scope}`.", scope=error.scope)
        case Unusable():
            said = _("`{field}`: {detail}", field=error.field, detail=unusable(error))
        case AlreadyThere(login=""):
            said = _("This person is already in the course.")
        case AlreadyThere():
            said = _("The login `{login}` is already taken.", login=error.login)
        case NotOpenYet():
            said = _("This assignment opens on {date}.", date=date(error.opens_at, UTC))
        case Closed(closed_at=None):
            said = _("This assignment is archived and accepts no more submissions.")
        case Closed(closed_at=datetime() as closed_at):
            said = _("This assignment closed on {date}.", date=date(closed_at, UTC))
        case NoAttemptsLeft():
            said = ngettext(
                "You have used your only attempt.", "You have used all {n} attempts.", error.limit
            )
        case NoRoom():
            said = _(
                "Your files in this course use {used}. "
                "With this file they would exceed the limit of {limit}.",
                used=size(error.used),
                limit=size(error.most),
            )
    return said
