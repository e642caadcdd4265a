"""The files that benches grade."""

from collections.abc import Iterator

from grader.sandbox.plays import Source
from tests.corpus_files import causes, members, notebooks, unusual, wild


def correct() -> list[Source]:
    """Every correct member of the corpus."""
    return [Source(f"{m.style}.py", m.source) for m in members() if m.kind == "correct"]


def wrong() -> list[Source]:
    """Every wrong member of the corpus."""
    return [Source(f"{m.style}.py", m.source) for m in members() if m.kind == "wrong"]


def whole_corpus() -> Iterator[tuple[str, Source]]:
    """Every file of the corpus that comes to an end by itself, with its name."""
    for some in (members(), wild(), notebooks(), causes()):
        yield from ((each.id, each.submission) for each in some)
    yield from ((f"unusual/{each.name}", each.submission) for each in unusual())
