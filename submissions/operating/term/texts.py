"""The texts of a made term. They come from the edge, which knows the language of who makes it."""

from collections.abc import Mapping
from dataclasses import dataclass

from grader.records import Frozen
from submissions.teaching.terms.preparations import SavedComment


@dataclass(frozen=True, slots=True)
class TermTask:
    """The texts that people read of one of the assignments."""

    title: str
    instructions: str


class TermTalk(Frozen):
    """The texts that staff and students write to each other."""

    saved_comments: tuple[SavedComment, ...]
    at_lines: Mapping[str, str]
    """Comments at lines by fault."""
    on_the_whole: str
    reply: str
    requests: tuple[str, str, str]
    """The reasons of the open one, the one that changed nothing, and the one that changed a grade."""
    answers: tuple[str, str]
    override: str
    extensions: tuple[str, ...]
    """Their reasons."""
    note: str
    message: str


class TermTexts(Frozen):
    """All texts of a made term."""

    course: str
    assignments: tuple[TermTask, ...]
    own_graph: str
    """The title of a graph that the instructor wrote."""
    group: str
    """The name of a group, with `{number}`."""
    talk: TermTalk
