"""A process that grades asks its sandbox what it is while another thread of it already grades."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from grader.sandbox.embedded import Embedded
from grader.sandbox.level import Level
from grader.sandbox.plays import Source


@pytest.mark.parametrize("first", ["level", "submission"])
def test_its_level_can_be_asked_for_while_a_submission_is_loaded(first: str) -> None:
    both = threading.Barrier(2)

    def level() -> Level:
        both.wait()
        return sandbox.level

    def loaded() -> object:
        both.wait()
        source = Source("value.py", b"class Value: pass")
        with sandbox.open(source, needs_backward=False) as run:
            return run.loaded.problem

    with closing(Embedded()) as sandbox, ThreadPoolExecutor(2) as threads:
        sandbox.warm_up()
        questions = {"level": level, "submission": loaded}
        answers = {name: threads.submit(questions[name]) for name in sorted(questions, key=first.__ne__)}

        assert answers["level"].result() != Level.TRUSTED
        assert answers["submission"].result() is not None
