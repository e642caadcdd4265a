"""Gradebook files of learning platforms: one platform per file."""

from api.spreadsheets.platforms import blackboard, brightspace, canvas, moodle
from api.spreadsheets.platforms._platform import GradebookPlatform, GradeColumn, Identity
from api.spreadsheets.table_file import TableFile

__all__ = ["PLATFORMS", "GradeColumn", "GradebookPlatform", "Identity", "recognized"]

PLATFORMS: tuple[GradebookPlatform, ...] = (
    canvas.PLATFORM,
    blackboard.PLATFORM,
    brightspace.PLATFORM,
    moodle.PLATFORM,
)
"""The platforms; those with the most particular headers come first."""


def recognized(table: TableFile) -> GradebookPlatform | None:
    """The platform that wrote a file; None where none of ours did."""
    return next((each for each in PLATFORMS if each.wrote(table)), None)
