"""Several lines of text in a document that comes in."""

from typing import Annotated

from pydantic import Field

from submissions.texts.several_lines import LONGEST_PARAGRAPH
from submissions.texts.single_line import SPACES, UNSHOWN

Paragraph = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_PARAGRAPH,
        pattern=f"^[^{UNSHOWN}]*[^{UNSHOWN}{SPACES}][^{UNSHOWN}]*$",
    ),
]
"""A comment, a note or a message: there is a word in it."""
