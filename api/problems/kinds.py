"""The kinds of problems, and which errors are answered by each."""

from enum import Enum
from http import HTTPStatus
from typing import NamedTuple

from api.i18n import N_, gettext as _
from api.problems import errors as http
from api.words import Message
from submissions import errors

MEDIA_TYPE = "application/problem+json"
"""The type of every response that reports a problem (RFC 9457)."""


class ProblemType(NamedTuple):
    """The status and the words of a kind: English, but for `message` and `translated_title`."""

    status: HTTPStatus
    title: str
    detail: str
    advice: str = ""
    error: type[errors.RequestError] | None = None
    """The error that is answered so; the others come from HTTP itself."""

    @property
    def message(self) -> Message:
        """Return what happened and what to do, if nothing more is known."""
        return Message(_(self.detail), _(self.advice) if self.advice else "")

    @property
    def translated_title(self) -> str:
        """Return its translated title."""
        return _(self.title)


class Kind(Enum):
    """The kinds of problems, each with its status, its title and its usual words."""

    NOT_SIGNED_IN = ProblemType(
        HTTPStatus.UNAUTHORIZED,
        N_("Not signed in"),
        N_("This request does not say who you are."),
        N_("Send one of your tokens as `Authorization: Bearer ...`, or sign in again."),
        errors.NotSignedIn,
    )
    INVALID_TOKEN = ProblemType(
        HTTPStatus.UNAUTHORIZED,
        N_("Invalid token"),
        N_("This token is unknown, has expired or was revoked."),
        N_("Create a new token on your page `/me`, or check that you copied all of it."),
        errors.TokenInvalid,
    )
    INSUFFICIENT_SCOPE = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Missing scope"),
        N_("Your token does not have the scope for this request."),
        N_("Create a token that has this scope."),
        errors.ScopeMissing,
    )
    NOT_FOUND = ProblemType(
        HTTPStatus.NOT_FOUND,
        N_("Not found"),
        N_("This address does not exist, or you do not have permission to see it."),
        N_("Check the address, and which account you use."),
        errors.NotFound,
    )
    DELETED = ProblemType(
        HTTPStatus.GONE,
        N_("Deleted"),
        N_("This was deleted when its retention period ended."),
        N_("The grade is kept. Ask your course staff if you need more."),
        errors.Deleted,
    )
    NOT_ALLOWED = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Permission denied"),
        N_("You don't have permission to do this."),
        N_("Ask your course staff."),
        errors.NotAllowed,
    )
    UNUSABLE = ProblemType(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        N_("Invalid value"),
        N_("The request contains a value that is not valid."),
        N_("Correct each value that `errors` lists, then send the request again."),
        errors.Unusable,
    )
    ALREADY_THERE = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Already exists"),
        N_("This login is already taken, or this person is already in the course."),
        N_("Choose another login, or use the account that already exists."),
        errors.AlreadyThere,
    )
    STALE = ProblemType(
        HTTPStatus.PRECONDITION_FAILED,
        N_("Changed by someone else"),
        N_("Someone else changed this after you read it, so your change was not saved."),
        N_("Read it again, then make your change again."),
        errors.Stale,
    )
    NOT_OPEN_YET = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Not open yet"),
        N_("This assignment is not open yet."),
        N_("Submit your file after it opens."),
        errors.NotOpenYet,
    )
    CLOSED = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Closed"),
        N_("This assignment is closed and accepts no more submissions."),
        N_("If you need more time, ask your course staff for an extension."),
        errors.Closed,
    )
    NO_ATTEMPTS_LEFT = ProblemType(
        HTTPStatus.CONFLICT,
        N_("No attempts left"),
        N_("You have used all your attempts."),
        N_("Ask your course staff for another attempt."),
        errors.NoAttemptsLeft,
    )
    NO_ROOM = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Storage limit reached"),
        N_("Your files in this course have reached the storage limit."),
        N_("Submit a smaller file, such as a notebook without images and outputs, or ask your course staff."),
        errors.NoRoom,
    )
    GROUP_UNDECIDED = ProblemType(
        HTTPStatus.CONFLICT,
        N_("In no group"),
        N_("You are in no group, and after you submit, you cannot join one. Nothing was submitted."),
        N_("Make or join a group first. Or say that you submit alone, with `alone=true` or `--alone`."),
        errors.GroupUndecided,
    )
    TOO_SOON = ProblemType(
        HTTPStatus.TOO_MANY_REQUESTS,
        N_("Too soon"),
        N_("You did this a moment ago."),
        N_("Try again a little later."),
        errors.TooSoon,
    )
    TOO_OFTEN = ProblemType(
        HTTPStatus.TOO_MANY_REQUESTS,
        N_("Too many tries"),
        N_("There were too many tries in a short time."),
        N_("Try again a little later."),
        errors.TooOften,
    )
    NOT_WITHDRAWABLE = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Cannot be withdrawn"),
        N_("This submission is being graded, or is graded already."),
        N_("Submit another file. The assignment says which attempt counts."),
        errors.NotWithdrawable,
    )
    LAUNCH_REFUSED = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Launch refused"),
        N_("The learning platform sent you here, but we cannot verify its request."),
        N_("Go back to your course and open the activity again."),
        errors.LaunchRefused,
    )
    PLATFORM_FAILED = ProblemType(
        HTTPStatus.BAD_GATEWAY,
        N_("Learning platform error"),
        N_("The answer of the learning platform is not valid."),
        N_("Try again a little later."),
        errors.PlatformFailed,
    )
    OUTWARD_BUSY = ProblemType(
        HTTPStatus.SERVICE_UNAVAILABLE,
        N_("Another system is slow"),
        N_("This page needs an answer of another system, and too many requests wait for one."),
        N_("Wait half a minute, then start again where you came from."),
        errors.OutwardBusy,
    )
    SIGN_ON_REFUSED = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Single sign-on refused"),
        N_("The answer of the sign-on provider is not accepted, so nobody was signed in."),
        N_("Go to the sign-in page and start again."),
        errors.SignOnRefused,
    )
    SIGN_IN_EXPIRED = ProblemType(
        HTTPStatus.GONE,
        N_("Sign-in expired"),
        N_("This sign-in took longer than ten minutes, or began in another browser."),
        N_("Go to the sign-in page and start again."),
        errors.SignInExpired,
    )
    WRONG_SECOND_FACTOR = ProblemType(
        HTTPStatus.UNAUTHORIZED,
        N_("Wrong code"),
        N_("This code is wrong, or was used before."),
        N_("Wait for the next code of your app, and check the clock of your phone. Or use a recovery code."),
        errors.WrongSecondFactor,
    )
    FOREIGN_FORM = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Form out of date"),
        N_("This form is out of date, so nothing was changed."),
        N_("Go back, reload the page, and send the form again."),
        errors.ForeignForm,
    )
    PLAIN_HTTP = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Not encrypted"),
        N_("This connection is not encrypted, so others on the network can read what you send."),
        N_("Use the https address. The person who runs this service finds the steps in docs/operating.md."),
        errors.PlainHttp,
    )
    WRONG_PASSWORD = ProblemType(
        HTTPStatus.UNAUTHORIZED,
        N_("Wrong login or password"),
        N_("This login and this password do not match."),
        N_("Check both. If you forgot your password, ask your course staff for a sign-in link."),
        errors.WrongPassword,
    )
    LINK_USED = ProblemType(
        HTTPStatus.GONE,
        N_("Link no longer valid"),
        N_("This link was used before, has expired, or is incomplete."),
        N_("Ask for a new link. Each link signs you in once."),
        errors.LinkUsed,
    )
    CODE_UNKNOWN = ProblemType(
        HTTPStatus.NOT_FOUND,
        N_("Unknown join code"),
        N_("This join code does not exist, or is no longer valid."),
        N_("Check every letter, or ask your course staff for a new code."),
        errors.CodeUnknown,
    )
    REFUSED_FILE = ProblemType(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        N_("File not accepted"),
        N_("This file cannot be graded."),
    )
    METHOD_NOT_ALLOWED = ProblemType(
        HTTPStatus.METHOD_NOT_ALLOWED,
        N_("Method not allowed"),
        N_("This address does not support this method."),
        N_("Use one of the methods in the `Allow` header."),
    )
    NOT_ACCEPTABLE = ProblemType(
        HTTPStatus.NOT_ACCEPTABLE,
        N_("Format not available"),
        N_("This is not available in the format that you asked for."),
        N_("Send `Accept: */*`."),
    )
    LENGTH_REQUIRED = ProblemType(
        HTTPStatus.LENGTH_REQUIRED,
        N_("Length required"),
        N_("The request has no `Content-Length` header."),
        N_("Send `Content-Length`."),
    )
    TOO_LARGE = ProblemType(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        N_("Request too large"),
        N_("The request is larger than the limit."),
        N_("Send less. Only an uploaded file may be larger."),
    )
    UNSUPPORTED_MEDIA_TYPE = ProblemType(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        N_("Content type not supported"),
        N_("This address does not accept content of this type."),
        N_("The documentation of this address lists the types that it accepts."),
        http.UnknownType,
    )
    PRECONDITION_REQUIRED = ProblemType(
        HTTPStatus.PRECONDITION_REQUIRED,
        N_("Precondition required"),
        N_("A change has to say which version it changes."),
        N_("Send the `ETag` that you read last as `If-Match`."),
        http.PreconditionRequired,
    )
    KEY_REUSED = ProblemType(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        N_("Idempotency key reused"),
        N_("An earlier request with other content used this Idempotency-Key."),
        N_("Use a new key for a new request. Repeat a request without any change."),
        http.KeyReused,
    )
    IN_FLIGHT = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Request still running"),
        N_("The first request with this Idempotency-Key is still running."),
        N_("Repeat the request in a moment."),
        http.InFlight,
    )
    NOT_GRADED_YET = ProblemType(
        HTTPStatus.CONFLICT,
        N_("Not graded yet"),
        N_("This submission has no result yet."),
        N_("Ask again in a moment, or follow the events of the submission."),
        http.NotGradedYet,
    )
    RESULT_HIDDEN = ProblemType(
        HTTPStatus.FORBIDDEN,
        N_("Result not released yet"),
        N_("The submission is graded. Its result is released later."),
        N_("The submission's `result_shown_from` says when."),
        http.ResultHidden,
    )
    TOO_MANY_STREAMS = ProblemType(
        HTTPStatus.TOO_MANY_REQUESTS,
        N_("Too many event streams"),
        N_("You follow as many submissions at the same time as one account may."),
        N_("Close another window, or ask for the submission every few seconds instead."),
        http.TooManyStreams,
    )
    NO_STREAM_FREE = ProblemType(
        HTTPStatus.SERVICE_UNAVAILABLE,
        N_("No event stream available"),
        N_("This server has no free event stream."),
        N_("Ask for the submission every few seconds instead. Pages do this by themselves."),
        http.NoStreamFree,
    )
    MALFORMED = ProblemType(
        HTTPStatus.BAD_REQUEST,
        N_("Malformed request"),
        N_("The server cannot read this request."),
        N_("Check the format of the request's body."),
    )
    INTERNAL = ProblemType(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        N_("Internal error"),
        N_("Something went wrong on our side. Nothing was lost."),
        N_("Try again. If it happens again, give the number of this request to your course staff."),
    )
    NOT_STORED = ProblemType(
        HTTPStatus.SERVICE_UNAVAILABLE,
        N_("Nothing can be stored"),
        N_("The service cannot store anything at the moment, so it did not accept what you sent."),
        N_("Try again later."),
    )
    UNAVAILABLE = ProblemType(
        HTTPStatus.SERVICE_UNAVAILABLE,
        N_("Service unavailable"),
        N_("The service cannot reach its database at the moment."),
        N_("Wait a few seconds and try again. A submission counts once you see its page or its receipt."),
    )

    @property
    def slug(self) -> str:
        """The end of a stable address, `/problems/<slug>`, which never changes."""
        return self.name.lower().replace("_", "-")


_OF_ERROR = {kind.value.error: kind for kind in Kind if kind.value.error}
_OF_STATUS: dict[int, Kind] = {
    kind.value.status: kind
    for kind in (
        Kind.NOT_SIGNED_IN,
        Kind.NOT_ALLOWED,
        Kind.NOT_FOUND,
        Kind.METHOD_NOT_ALLOWED,
        Kind.NOT_ACCEPTABLE,
        Kind.LENGTH_REQUIRED,
        Kind.TOO_LARGE,
        Kind.UNSUPPORTED_MEDIA_TYPE,
        Kind.INTERNAL,
        Kind.UNAVAILABLE,
    )
}


def kind_of(error: errors.RequestError) -> Kind:
    """The kind of an error."""
    return _OF_ERROR[type(error)]


def status_of(error: errors.RequestError) -> HTTPStatus:
    """The status with which an error is answered."""
    return kind_of(error).value.status


def kind_of_status(status: int) -> Kind:
    """Return the kind of an error that the framework raised, by its status."""
    return _OF_STATUS.get(status, Kind.MALFORMED)
