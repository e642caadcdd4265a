"""Problems of a fault hunt's file, as ids."""

from enum import StrEnum

from grader.records import Record


class HuntProblemKind(StrEnum):
    """A problem of a graph or of the whole file."""

    NOT_TEXT = "not-text"
    EMPTY = "empty"
    TOO_LONG = "too-long"
    TOO_MANY_GRAPHS = "too-many-graphs"
    LINE_TOO_LONG = "line-too-long"
    TOO_MANY_NODES = "too-many-nodes"
    TOO_MANY_CALLS = "too-many-calls"
    TOO_MANY_PATHS = "too-many-paths"
    TOO_DEEP = "too-deep"
    UNKNOWN_CHARACTER = "unknown-character"
    UNEXPECTED = "unexpected"
    """Something else must stand at this place."""
    UNFINISHED = "unfinished"
    """The line ends too early."""
    UNKNOWN_NAME = "unknown-name"
    UNKNOWN_FUNCTION = "unknown-function"
    NAME_TAKEN = "name-taken"
    NAME_OF_FUNCTION = "name-of-function"
    NAME_TOO_LONG = "name-too-long"
    NO_NEW_NODE = "no-new-node"
    ONLY_NUMBERS = "only-numbers"
    NUMBER_TOO_LARGE = "number-too-large"
    NOT_ZERO = "not-zero"
    """A gradient can be set to 0 alone."""
    UNUSED_INPUT = "unused-input"
    NO_OPERATION = "no-operation"
    NO_VALUE = "no-value"
    """The reference has no number for some node."""
    VALUES_TOO_LARGE = "values-too-large"


class HuntProblem(Record):
    """Why a graph cannot be played, or the whole file, and where."""

    kind: HuntProblemKind
    line: int = 0
    """The line of the file, from 1; 0 where it is about no line."""
    column: int = 0
    text: str = ""
    """The piece of the file that it is about."""
    most: int = 0
    """The limit that is passed."""


class HuntProblemError(Exception):
    """Something in the text cannot be played."""

    def __init__(
        self, kind: HuntProblemKind, line: int = 0, column: int = 0, text: str = "", most: int = 0
    ) -> None:
        super().__init__(f"{kind} (line {line}, column {column})")
        self.problem = HuntProblem(kind=kind, line=line, column=column, text=text, most=most)
