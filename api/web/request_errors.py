"""What is wrong with a request as HTTP: more of the family in `submissions.errors`."""

from submissions.errors import RequestError


class PreconditionRequired(RequestError):
    """a change has to say what it was made on."""

    kind = "precondition-required"


class KeyReused(RequestError):
    """another request came with this key before."""

    kind = "key-reused"


class InFlight(RequestError):
    """the first request with this key is still being done."""

    kind = "in-flight"


class UnknownType(RequestError):
    """content of this type is not taken here."""

    kind = "unsupported-media-type"


class NotGradedYet(RequestError):
    """there is no result yet."""

    kind = "not-graded-yet"


class ResultHidden(RequestError):
    """the result is shown later."""

    kind = "result-hidden"
