"""Which event of `sys.settrace` shows every round of every loop in a function."""

import dis
import types
from functools import lru_cache

_BACK = frozenset(number for name, number in dis.opmap.items() if "JUMP" in name and "FORWARD" not in name)
"""The instructions that may jump back."""


def follow(frame: types.FrameType) -> str:
    """Return `line`; or turn on and return `opcode`, where a loop is one jump to itself and no new line."""
    if not _jumps_to_itself(frame.f_code):
        return "line"
    frame.f_trace_opcodes = True
    return "opcode"


@lru_cache(maxsize=1024)
def _jumps_to_itself(code: types.CodeType) -> bool:
    """Whether the code jumps to itself, as `while True: pass` does."""
    return not _BACK.isdisjoint(code.co_code[::2]) and any(
        instruction.argval == instruction.offset
        for instruction in dis.get_instructions(code)
        if "JUMP" in instruction.opname
    )
