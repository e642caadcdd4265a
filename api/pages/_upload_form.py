"""What comes with the form for a file: a file that was chosen or dropped, or the text of the editor."""

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, NamedTuple

from fastapi import Depends, File, UploadFile

from api.i18n import gettext as _
from api.pages._fields import Code, Line
from api.problems import details
from api.problems.kinds import status_of
from api.words import Message
from api.words.refusal import refusal
from api.words.unusable import unusable
from grader.records import Frozen, replace
from grader.sandbox.plays import Source
from submissions.errors import RequestError, Unusable
from submissions.grading.intake.source import LIMITS, Refused, from_bytes, is_graphs
from submissions.texts.class_name import class_name

USUAL_NAME = "value.py"
GRAPHS_NAME = "graphs.txt"
"""The name of graphs that were written on a page."""

_EDITOR = "code"


class UploadForm(Frozen):
    """The fields of the form."""

    how: Line = ""
    """The button that was pressed: `file` or `code`."""
    file: Annotated[UploadFile | None, File()] = None
    code: Code = ""
    name: Line = USUAL_NAME
    """The file name of the text that the editor started with."""
    begun: Line = ""
    """The mark of that text."""
    alone: Line = ""
    """Some text if a student who could still join a group chose to submit alone."""
    class_name: Line = ""
    """The class to grade; empty: the likeliest."""

    @property
    def target(self) -> str:
        """The id of the field that was sent."""
        return "write" if self.how == _EDITOR else "file"

    def source(self, limits: Mapping[str, int] = LIMITS) -> Source | Message:
        """The submission, or why it cannot be one; `limits` say which files are taken."""
        if self.how != _EDITOR and (self.file is None or not self.file.filename):
            return Message(
                _("You did not choose a file."),
                _("Choose a file, drop one on this page, or write your code in the editor."),
            )
        try:
            named = class_name("class_name", self.class_name)
            source = self._written(limits) if self.how == _EDITOR else self._chosen_file(limits)
        except Unusable as error:
            return Message(_("We cannot grade the class that you named."), unusable(error))
        except Refused as refused:
            return refusal(refused)
        return source._replace(class_name=named)

    def _written(self, limits: Mapping[str, int]) -> Source:
        # a browser sends a text with the line ends of MS-DOS, whatever its reader has typed
        text = self.code.replace("\r\n", "\n")
        usual = GRAPHS_NAME if is_graphs(self.name) else USUAL_NAME
        name = self.name if text_mark(text) == self.begun else usual
        return from_bytes(text.encode(errors="surrogatepass"), name, limits)

    def _chosen_file(self, limits: Mapping[str, int]) -> Source:
        assert self.file is not None
        return from_bytes(self.file.file.read(), self.file.filename or "", limits)


class UploadRefusal(NamedTuple):
    """The reason why a file is not accepted, and the field that it is about."""

    message: Message
    target: str = ""
    """Its id; empty where another file would not be taken either."""
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY
    error: RequestError | None = None
    """It may say when to come again."""

    @classmethod
    def of(cls, error: RequestError) -> "UploadRefusal":
        """Return the refusal of a request that cannot be carried out."""
        return cls(details.message(error), status=status_of(error), error=error)


class Begun(Frozen):
    """The file that the editor starts with."""

    name: str
    code: str
    remark: str = ""
    begun: str = ""
    """The mark of the file that has this name."""
    is_shown: bool = False
    """Whether the page shows the editor at once."""

    def retyped(self, text: str) -> "Begun":
        """The editor with the text that was typed since."""
        is_new = bool(text.strip()) and text_mark(text) != self.begun
        return replace(self, code=text, remark="", is_shown=is_new)


def text_mark(text: str) -> str:
    """Return a digest of a text, whatever its line ends.

    A form says with it what its editor started with.
    """
    return hashlib.sha256(text.replace("\r\n", "\n").encode(errors="surrogatepass")).hexdigest()


Uploaded = Annotated[UploadForm, Depends()]
"""The form that was sent."""
