"""The line of the source that an instruction belongs to."""

import types


def line_at(code: types.CodeType, offset: int) -> int:
    """The line of the instruction at an offset in bytes.

    The jump back to the head of a loop may have none: then the line of what stands before it. Signals are
    handled at just those jumps.
    """
    line = code.co_firstlineno
    for start, end, own_line in code.co_lines():
        if start <= offset:
            line = own_line or line
        if offset < end:
            break
    return line
