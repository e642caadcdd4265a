"""How near each play comes to the last step that it may take: of right classes, and of slow walkers.

    python -m bench steps

Bar: outside of the stress graphs no play of a right class or of a walker takes more than a twentieth of its
limit, unless it takes more than all of it: so no verdict stands on an edge.
"""

import marshal
import os
import pickle
from collections.abc import Callable, Collection, Iterator, Sequence

from bench._corpus import correct
from bench._walkers import EXPONENTIAL, POLYNOMIAL, walker
from grader.assignment import assignment
from grader.drawn import drawn
from grader.harness.loading import submission
from grader.harness.playing.play import Player
from grader.harness.running.problem import Places
from grader.harness.running.steps import MOST_OF_A_PLAY, StepLimit
from grader.sandbox.plays import Play, Source
from grader.sandbox.wire import job_message
from suites import Stage, load

FEW, MANY = 1 / 20, 1.0
_BEYOND = 2
"""So many times the limit, after which a play is not counted any further."""


def main() -> None:
    """Print the largest share of the limit in each stage."""
    _print("right classes", correct())
    for name in (*EXPONENTIAL, *POLYNOMIAL):
        _print(name, [walker(name)])


def _print(name: str, files: Sequence[Source]) -> None:
    most: dict[Stage, float] = {}
    for source in files:
        for stage, share in shares(source, tuple(Stage)):
            most[stage] = max(most.get(stage, 0.0), share)
    between = any(FEW < share < MANY for stage, share in most.items() if stage is not Stage.STRESS)
    told = ", ".join(f"{stage} {share:.4f}" for stage, share in most.items())
    print(f"  {name}: largest share of the limit: {told}{'; IN BETWEEN' if between else ''}", flush=True)


def shares(source: Source, stages: Collection[Stage]) -> list[tuple[Stage, float]]:
    """For a play of each graph its stage and its share of the limit; counted in a process of its own."""
    asked = [suite for suite in load().values() if suite.stage in stages]
    plays = [(suite.stage, graph.once.play) for suite in asked for graph in drawn(suite, 0)]
    steps = _in_a_process(lambda: list(_steps(source, [play for _, play in plays])))
    return [(stage, count / MOST_OF_A_PLAY) for (stage, _), count in zip(plays, steps, strict=True)]


def _steps(source: Source, plays: Sequence[Play]) -> Iterator[int]:
    """The steps of each play; of one beyond the limit, a multiple of it."""
    places = Places()
    header = {
        "name": source.name, "notebook": False, "needs_backward": assignment("full").needs_backward,
        "definitions_only": False, "again": False, "counted": False, "caller_seeds": False,
        "may_not_record": False, "class_name": "", "reference": "",
    }  # fmt: skip
    value_class = submission.load(source.content, header, places).value_class
    assert value_class is not None, source.name
    player = Player(value_class)
    for play in player.plays(marshal.loads(job_message(plays))):  # noqa: S302 - our own
        limit = StepLimit(_BEYOND * MOST_OF_A_PLAY, places)
        with limit:
            player.answer(play)
        yield limit.taken


def _in_a_process(work: Callable[[], list[int]]) -> list[int]:
    """What it gives: a file of our own is played without a sandbox, and leaves nothing behind."""
    results, answer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(results)
        with os.fdopen(answer, "wb") as out:
            pickle.dump(work(), out)
        os._exit(0)
    os.close(answer)
    with os.fdopen(results, "rb") as told:
        counted: list[int] = pickle.load(told)  # noqa: S301 - our own
    os.waitpid(pid, 0)
    return counted
