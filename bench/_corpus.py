"""The files that benches grade."""

from grader.sandbox.base import Source
from tests.corpus_files import members


def correct() -> list[Source]:
    """Every correct member of the corpus."""
    return [Source(f"{m.style}.py", m.source) for m in members() if m.kind == "correct"]


def wrong() -> list[Source]:
    """Every wrong member of the corpus."""
    return [Source(f"{m.style}.py", m.source) for m in members() if m.kind == "wrong"]
