"""Everything that crosses the wall of a sandbox, as the rest of the engine knows it.

Into it go a submission and jobs: operation lists with inputs, never an expected value. Out of it
come observations: float64 values a node, or what went wrong as bounded data.
"""

from grader.sandbox.level import Level
from grader.sandbox.plays import (
    NO_READINGS,
    Layout,
    Observation,
    Play,
    PlayStatus,
    Readings,
    Source,
    ValueKind,
)
from grader.sandbox.protocol import (
    Room,
    Run,
    Sandbox,
    Seen,
    SeenTrial,
)
from grader.sandbox.replies import (
    AppliedEdit,
    At,
    ClassPlace,
    Done,
    Edited,
    FoundLoop,
    LoadReply,
    Loop,
    Note,
    Offer,
    Offers,
    OwnRule,
    Problem,
    ProblemKind,
    RuleLine,
    SourcePlace,
    Traced,
    TracedWrite,
    Watched,
    printable,
)

__all__ = [
    "NO_READINGS",
    "AppliedEdit",
    "At",
    "ClassPlace",
    "Done",
    "Edited",
    "FoundLoop",
    "Layout",
    "Level",
    "LoadReply",
    "Loop",
    "Note",
    "Observation",
    "Offer",
    "Offers",
    "OwnRule",
    "Play",
    "PlayStatus",
    "Problem",
    "ProblemKind",
    "Readings",
    "Room",
    "RuleLine",
    "Run",
    "Sandbox",
    "Seen",
    "SeenTrial",
    "Source",
    "SourcePlace",
    "Traced",
    "TracedWrite",
    "ValueKind",
    "Watched",
    "printable",
]
