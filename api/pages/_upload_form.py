"""What comes with the form for a file: a file that was chosen or dropped, or the text of the editor."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, File, UploadFile

from api.i18n import gettext as _
from api.pages._fields import Code, Line
from api.words import Message
from api.words.refusal import refusal
from grader.sandbox.base import Source
from submissions.intake.source import Refused, from_bytes

USUAL_NAME = "value.py"

_EDITOR = "code"


@dataclass(frozen=True, slots=True)
class UploadForm:
    """The fields of the form."""

    how: str
    """Which button: `file` or `code`."""
    file: UploadFile | None
    code: str
    name: str
    """The file name of the editor's text."""

    def source(self) -> Source | Message:
        """The submission, or why it cannot be one."""
        if self.how != _EDITOR and (self.file is None or not self.file.filename):
            return Message(
                _("You did not choose a file."),
                _("Choose a file, drop one on this page, or write your code in the editor."),
            )
        try:
            return self._written() if self.how == _EDITOR else self._chosen()
        except Refused as refused:
            return refusal(refused)

    def _written(self) -> Source:
        # a browser sends a text with the line ends of MS-DOS, whatever its reader has typed
        text = self.code.replace("\r\n", "\n")
        return from_bytes(text.encode(errors="surrogatepass"), self.name)

    def _chosen(self) -> Source:
        assert self.file is not None
        return from_bytes(self.file.file.read(), self.file.filename or "")


def _upload_form(
    how: Line = "",
    file: Annotated[UploadFile | None, File()] = None,
    code: Code = "",
    name: Line = USUAL_NAME,
) -> UploadForm:
    return UploadForm(how, file, code, name)


Uploaded = Annotated[UploadForm, Depends(_upload_form)]
"""What was sent with the form."""
