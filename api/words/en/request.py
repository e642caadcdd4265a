"""Why a request was not carried out."""

from collections.abc import Callable
from typing import Any, NamedTuple

from api.words import Message
from api.words.en.count import count, size
from api.words.en.unusable import unusable
from submissions.errors import (
    Closed,
    NoAttemptsLeft,
    NotOpenYet,
    RequestError,
    ScopeMissing,
    TooSoon,
    Unusable,
)


class Told(NamedTuple):
    """A kind of problem: its name, which never changes, and what is said where nothing more is known."""

    title: str
    message: Message


KINDS = {
    "not-signed-in": Told(
        "not signed in",
        Message(
            "it has to be known who asks",
            "send a token of yours as `Authorization: Bearer ...`, or sign in again",
        ),
    ),
    "not-found": Told(
        "not found",
        Message("there is nothing here, or nothing that you may see", "check the address and who asks"),
    ),
    "not-allowed": Told(
        "not allowed",
        Message("you may see this, but not do that with it", "ask whoever runs the course"),
    ),
    "insufficient-scope": Told(
        "the token lacks a scope",
        Message("the token was not given this right", "make a token that has it"),
    ),
    "unusable": Told(
        "a value cannot be used",
        Message("something in the request cannot be used", "look at each of `errors`"),
    ),
    "already-there": Told(
        "already there", Message("there is one already", "use that one, or choose another name")
    ),
    "stale": Told(
        "changed in the meantime",
        Message(
            "somebody else has changed it since you read it",
            "read it again and make your change on what is there now",
        ),
    ),
    "not-open-yet": Told("not open yet", Message("it opens later", "come back then")),
    "closed": Told(
        "closed",
        Message("nothing is taken any more", "if you have a reason for more time, ask for an extension"),
    ),
    "no-attempts-left": Told(
        "no attempts left", Message("all attempts were used", "ask whether there can be another")
    ),
    "too-soon": Told("too soon", Message("this was tried a moment ago", "try again a little later")),
    "not-withdrawable": Told(
        "cannot be taken back",
        Message(
            "it is being graded, or was", "hand in another file; which one counts is set by the assignment"
        ),
    ),
    "invalid-token": Told(
        "the token is not good",
        Message(
            "the token is none of ours, has expired or was revoked",
            "make another on your page `/me`, or check that all of it was copied",
        ),
    ),
    "too-often": Told(
        "tried too often", Message("this was tried more often than is good", "try again a little later")
    ),
    "foreign-form": Told(
        "the form is out of date",
        Message(
            "the form did not come from a page as it is now; nothing was done",
            "go back, load the page again and send it once more",
        ),
    ),
    "plain-http": Told(
        "not encrypted",
        Message(
            "this connection is plain http over a network: what is sent can be read on its way",
            "use the https address; whoever runs this finds how in docs/operating.md",
        ),
    ),
    "wrong-password": Told(
        "login or password is another",
        Message(
            "that login and that password do not belong together",
            "check both; who has forgotten a password asks whoever runs the course for a sign-in link",
        ),
    ),
    "link-used": Told(
        "the link is no longer good",
        Message(
            "this link was used before, has expired, or is not complete",
            "ask for a new one; a link signs in once",
        ),
    ),
    "code-unknown": Told(
        "no such join code",
        Message(
            "there is no such join code, or it is no longer good",
            "check it letter by letter, or ask whoever runs the course for a new one",
        ),
    ),
    "refused-file": Told("the file is not taken", Message("the file is not taken")),
    "method-not-allowed": Told(
        "no such method here",
        Message("this address does not know that method", "see `Allow` for those it knows"),
    ),
    "not-acceptable": Told(
        "no such format", Message("there is nothing in the format that was asked for", "ask for `*/*`")
    ),
    "length-required": Told("no length", Message("the request has no length", "send `Content-Length`")),
    "too-large": Told(
        "too large", Message("the request is larger than what is taken", "send one file at a time")
    ),
    "unsupported-media-type": Told(
        "content of another type",
        Message("content of this type is not taken here", "see the documentation for the types that are"),
    ),
    "precondition-required": Told(
        "a precondition is needed",
        Message(
            "a change has to say what it was made on", "send the `ETag` that you read last as `If-Match`"
        ),
    ),
    "key-reused": Told(
        "the key was used for another request",
        Message(
            "this Idempotency-Key came with another request before",
            "take a new key for a new request; repeat a request exactly as it was",
        ),
    ),
    "in-flight": Told(
        "still being done",
        Message("the first request with this Idempotency-Key is still being done", "repeat it in a moment"),
    ),
    "not-graded-yet": Told(
        "not graded yet",
        Message("there is no result yet", "ask again in a moment, or follow the events of the submission"),
    ),
    "result-hidden": Told(
        "the result is shown later",
        Message("the result is there, and is shown later", "see `result_shown_from` of the submission"),
    ),
    "malformed": Told(
        "malformed request", Message("the request cannot be read", "check how its body was put together")
    ),
    "internal": Told(
        "an error of ours",
        Message(
            "something went wrong on our side; nothing was lost by it",
            "try again, and if it stays, tell whoever runs this the number of the request",
        ),
    ),
    "unavailable": Told(
        "not available now", Message("this cannot be done at the moment", "try again a little later")
    ),
}
"""By its kind, what each problem is. The kind is the end of a stable address, `/problems/<kind>`."""


def message(error: RequestError) -> Message:
    """What was seen and what to try, with all that is known."""
    usual = KINDS[error.kind].message
    seen = _SEEN.get(type(error))
    return Message(seen(error), usual.advice) if seen else usual


def value(kind: str, data: dict[str, Any] | None = None) -> str:
    """What is wrong with one value, by the id of the reason."""
    return VALUES.get(kind, "this cannot be used here").format(**(data or {}))


def body_too_large(limit: int) -> Message:
    """A request with more than is taken."""
    return Message(f"the request has more than {size(limit)}", KINDS["too-large"].message.advice)


VALUES = {
    "missing": "this is needed",
    "extra_forbidden": "there is nothing of that name here",
    "json_invalid": "this is not JSON",
    "string_type": "this has to be a text",
    "string_too_short": "at least {min_length} characters are needed",
    "string_too_long": "at most {max_length} characters are taken",
    "string_pattern_mismatch": "this is not of the form that is asked for",
    "string_unicode": "this has characters that cannot be stored",
    "bool_type": "this has to be true or false",
    "bool_parsing": "this has to be true or false",
    "int_type": "this has to be a whole number",
    "int_parsing": "this has to be a whole number",
    "int_from_float": "this has to be a whole number",
    "int_parsing_size": "this number is too large",
    "float_type": "this has to be a number",
    "decimal_type": "this has to be a number",
    "decimal_parsing": "this has to be a number",
    "decimal_max_places": "at most {decimal_places} digits after the point are taken",
    "decimal_max_digits": "at most {max_digits} digits are taken",
    "decimal_whole_digits": "this number is too large",
    "finite_number": "this has to be a finite number",
    "greater_than": "this has to be more than {gt}",
    "greater_than_equal": "this has to be at least {ge}",
    "less_than": "this has to be less than {lt}",
    "less_than_equal": "this has to be at most {le}",
    "too_short": "at least {min_length} are needed",
    "too_long": "at most {max_length} are taken",
    "list_type": "this has to be a list",
    "dict_type": "this has to be an object",
    "model_type": "this has to be an object",
    "model_attributes_type": "this has to be an object",
    "enum": "this has to be one of {expected}",
    "literal_error": "this has to be one of {expected}",
    "uuid_type": "this has to be an id",
    "uuid_parsing": "this has to be an id",
    "datetime_type": "this has to be a time, for example 2026-11-30T12:00:00Z",
    "datetime_parsing": "this has to be a time, for example 2026-11-30T12:00:00Z",
    "datetime_from_date_parsing": "this has to be a time, for example 2026-11-30T12:00:00Z",
    "datetime_object_invalid": "this has to be a time, for example 2026-11-30T12:00:00Z",
    "timezone_aware": "this time needs its zone, for example `Z` at its end",
    "too-long": "this is longer than what is taken",
    "cursor": "this is not a cursor of this list",
}
"""By the id of a reason, what is wrong with a value."""


def _scope(error: RequestError) -> str:
    assert isinstance(error, ScopeMissing)
    return f"the token was not given `{error.scope}`"


def _unusable(error: RequestError) -> str:
    assert isinstance(error, Unusable)
    return f"`{error.field}`: {unusable(error)}"


def _opens(error: RequestError) -> str:
    assert isinstance(error, NotOpenYet)
    return f"it opens on {error.opens_at:%-d %B %Y at %H:%M} UTC"


def _closed(error: RequestError) -> str:
    assert isinstance(error, Closed)
    if error.closed_at is None:
        return KINDS["closed"].message.seen
    return f"it closed on {error.closed_at:%-d %B %Y at %H:%M} UTC"


def _attempts(error: RequestError) -> str:
    assert isinstance(error, NoAttemptsLeft)
    return f"{count(error.limit, 'attempt')} can be made, and there is none left"


def _soon(error: RequestError) -> str:
    assert isinstance(error, TooSoon)
    return f"this can be tried again from {error.until:%H:%M:%S} UTC on"


_SEEN: dict[type[RequestError], Callable[[RequestError], str]] = {
    ScopeMissing: _scope,
    Unusable: _unusable,
    NotOpenYet: _opens,
    Closed: _closed,
    NoAttemptsLeft: _attempts,
    TooSoon: _soon,
}
