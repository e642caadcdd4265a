"""What comes with the form for a file: a file that was chosen or dropped, or what is in the editor."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, File, Form, UploadFile

from api.words import Message
from api.words.en.hand_in import NOTHING_CHOSEN
from api.words.en.refusal import refusal
from grader.sandbox.base import Source
from submissions.intake import Refused, from_bytes

USUAL_NAME = "value.py"

_EDITOR = "code"


@dataclass(frozen=True, slots=True)
class Handed:
    """The fields of the form."""

    how: str
    """Which button: `file` or `code`."""
    file: UploadFile | None
    code: str
    name: str
    """What the text of the editor is called."""

    def source(self) -> Source | Message:
        """The submission, or why it is none."""
        if self.how != _EDITOR and (self.file is None or not self.file.filename):
            return NOTHING_CHOSEN
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


def _handed(
    how: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
    code: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = USUAL_NAME,
) -> Handed:
    return Handed(how, file, code, name)


Handing = Annotated[Handed, Depends(_handed)]
"""What was handed in with a form."""
