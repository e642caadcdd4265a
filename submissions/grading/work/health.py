"""Whether the sandbox of this process serves; one that does not is tried again after a while."""

import logging
import threading
from collections.abc import Callable

from grader.errors import GraderError
from submissions.jobs.host import Pace

_log = logging.getLogger("backgrade.work")


class Health:
    """The health of a sandbox: every thread asks for it before it takes work, and reports a failure."""

    def __init__(self, level: Callable[[], str], changed: Callable[[], None], pace: Pace) -> None:
        self.level = ""
        """What the sandbox is made of; empty until it is proven safe, and where it is not."""
        self.trouble = ""
        """Why it does not serve; empty where it does."""
        self._prove = level
        self._changed = changed
        self._pace = pace
        self._failures = 0
        self._turn = threading.Lock()

    def is_well(self) -> bool:
        """Whether work can be taken. In trouble, the sandbox is tried again."""
        with self._turn:
            return bool(self.level) or self._try_to_prove()

    def broke(self, error: GraderError) -> None:
        """A sandbox was not to be had."""
        if not self.trouble:
            _log.warning("no work is taken until a sandbox serves again", exc_info=error)
        self.level, self.trouble = "", str(error)
        self._changed()

    def pause(self) -> float:
        """How long to wait before it is tried again."""
        return self._pace.sandbox.pause(max(1, self._failures)).total_seconds()

    def _try_to_prove(self) -> bool:
        """Prove the sandbox; return False if that fails, and note why."""
        try:
            self.level = self._prove()
        except GraderError as error:
            self._failures += 1
            self.broke(error)
            return False
        if self.trouble:
            _log.info("the sandbox serves again")
        self._failures, self.trouble = 0, ""
        self._changed()
        return True
