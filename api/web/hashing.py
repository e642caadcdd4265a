"""Passwords are hashed two at a time, and nothing else waits for them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from submissions.people.access import passwords
from submissions.people.access.passwords import PasswordCheck

_AT_A_TIME = 2  # of 19 MiB each; who waits holds no thread that other requests need
_THREADS = ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="passwords")


async def check(kept: str | None, password: str) -> PasswordCheck:
    """Whether a password is the one whose hash was kept."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, passwords.check, kept, password)


async def hashed(password: str, login: str, *names: str) -> str:
    """Return the hash of a new password, which must not be like its login, these names or course titles."""

    def made() -> str:
        return passwords.hashed(password, login=login, names=names)

    return await asyncio.get_running_loop().run_in_executor(_THREADS, made)
