# Put before every file of this folder. An attempt that gets through says so.
import ctypes, os, sys

libc = ctypes.CDLL(None, use_errno=True)


def attempt(what, action):
    try:
        got = action()
    except BaseException as error:
        print('refused:', what, type(error).__name__)
    else:
        print('GOT THROUGH:', what, got)


def call(name, *arguments):
    """A function of the C library that says no with -1."""
    ctypes.set_errno(0)
    function = getattr(libc, name)
    function.restype = ctypes.c_long
    got = function(*arguments)
    if got in (-1, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF):
        raise OSError(ctypes.get_errno(), name)
    return got


