"""Every instruction has a line, also the jumps at which a loop that never ends is asked where it is."""

import dis
import types

import pytest

from grader.harness.running.line_at import line_at

SOURCE = """\
def backward(topo, visited):
    done = False
    while not done:
        changed = False
        for v in topo:
            if v not in visited:
                changed = True
    return changed
"""


@pytest.fixture(scope="module")
def code() -> types.CodeType:
    module = compile(SOURCE, "submission.py", "exec")
    return next(each for each in module.co_consts if isinstance(each, types.CodeType))


def test_a_jump_back_has_the_line_of_what_stands_before_it(code: types.CodeType) -> None:
    jumps = [each for each in dis.get_instructions(code) if "JUMP_BACKWARD" in each.opname]
    assert jumps
    assert {line_at(code, each.offset) for each in jumps} <= {3, 6, 7}


def test_where_python_knows_the_line_it_is_that_one(code: types.CodeType) -> None:
    for start, end, line in code.co_lines():
        if line is not None:
            assert {line_at(code, offset) for offset in range(start, end, 2)} == {line}
