"""Landlock: no file of the host may be opened, no TCP, no signals or abstract sockets outside.

A second wall behind the system-call filter, where the kernel has it (ABI 1 and up).
"""

import ctypes
import os
import struct

_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_VERSION_FLAG = 1
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_LIBC = ctypes.CDLL(None, use_errno=True)


def abi() -> int:
    """The kernel's Landlock version; 0 where there is none."""
    version: int = _LIBC.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return max(0, version)


def create_ruleset(version: int) -> int:
    """A descriptor of rules that allow nothing which this version can forbid."""
    rights = (1 << _FILE_RIGHTS[min(version, max(_FILE_RIGHTS))]) - 1
    attributes = struct.pack("=Q", rights)
    if version >= _NETWORK_SINCE:
        attributes += struct.pack("=Q", 0b11)
    if version >= _SCOPES_SINCE:
        attributes += struct.pack("=Q", 0b11)
    fd: int = _LIBC.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if fd < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    os.set_inheritable(fd, False)  # noqa: FBT003 - the function has no other form
    return fd


def restrict(ruleset: int) -> None:
    """Restrict this process by the rules, for good. Needs no_new_privs."""
    if _LIBC.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
