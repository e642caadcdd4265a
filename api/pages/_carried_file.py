"""A file that is checked before it is used: the form of the second step brings it back."""

import base64
import binascii
from typing import Annotated

from fastapi import Depends, File, UploadFile

from api.pages._fields import Code, Line
from api.spreadsheets.table_file import MOST_BYTES, NotATable, TableDefect
from grader.records import Frozen
from submissions.texts.file_name import file_name

_USUAL_NAME = "table.csv"


class CarriedFile(Frozen):
    """A chosen file; or, on the second step, what came back of it: a browser cannot choose it again."""

    file: Annotated[UploadFile | None, File()] = None
    carried: Code = ""
    """The content in base64."""
    carried_name: Line = ""

    @property
    def is_second(self) -> bool:
        """Whether it was checked before."""
        return bool(self.carried)

    @property
    def name(self) -> str:
        """How the file is called."""
        chosen = self.file.filename if self.file is not None else ""
        return file_name(self.carried_name if self.is_second else chosen or "", _USUAL_NAME)

    def content(self) -> bytes:
        """The file. Raises `NotATable` if it does not come back as it was sent."""
        if not self.is_second:
            return self.file.file.read(MOST_BYTES + 1) if self.file is not None else b""
        try:
            return base64.b64decode(self.carried, validate=True)
        except (binascii.Error, ValueError):
            raise NotATable(TableDefect.NOT_TEXT) from None


def carry(content: bytes) -> str:
    """The file as a field of a form."""
    return base64.b64encode(content).decode()


Carried = Annotated[CarriedFile, Depends()]
"""The file of the form."""
