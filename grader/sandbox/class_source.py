"""Whether a file can hold the class that its child says it found, by the outline of its syntax tree.

The child shares its process with the submission, so a file without any class could say that there is one and
answer in its place. The outline is sent before the submission runs; the host parses nothing.
"""

from grader.sandbox.replies import ClassPlace, Outline


def can_hold(outline: Outline | None, place: ClassPlace) -> bool:
    """Whether the class that was reported can have come from a source with this outline."""
    if outline is None or not outline.computes:
        return False
    if outline.makes:
        return True
    runs = place.line is None or (place.line, place.cell) in outline.functions
    return runs and place.name in outline.classes
