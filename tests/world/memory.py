"""Where tests keep what lasts as long as they do: in memory, if it has room.

A disk takes 5 ms for each commit, and a second for a database of PostgreSQL.
"""

import os
import shutil

_FOLDER = "/dev/shm"
_ROOM = 4 << 30
"""Bytes: more than all tests of a run leave behind until it ends. Many containers have 64 MiB there."""


def folder() -> str | None:
    """The folder for temporary folders, or none: the usual one."""
    has_room = os.access(_FOLDER, os.W_OK) and shutil.disk_usage(_FOLDER).free > _ROOM
    return _FOLDER if has_room else None
