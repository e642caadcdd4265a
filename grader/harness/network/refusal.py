"""Whether an exception is a check of the file itself: it says that it wants other arguments than ours."""

import opcode

from ..running.problem import MODULE, traceback_of

_RAISES = opcode.opmap["RAISE_VARARGS"]


def refuses(error: Exception) -> bool:
    """Whether a `raise` or `assert` of the submission raised it; not for what is not written yet."""
    last = traceback_of(error)
    if last is None or isinstance(error, NotImplementedError):
        return False
    while last.tb_next is not None:
        last = last.tb_next
    frame = last.tb_frame
    is_of_the_file: bool = frame.f_globals.get("__name__") == MODULE
    return is_of_the_file and frame.f_code.co_code[last.tb_lasti] == _RAISES
