"""Which slots of a process trials may have: half of them, and never the last that is free."""

import threading


class TrialShare:
    """Asked by every slot before it looks for work, so that two who look at once do not both take a trial.

    Where there is one slot only, trials have it while no student waits; their time is shortened instead.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._most = max(1, slots // 2)
        self._busy = 0
        self._trials = 0
        self._turn = threading.Lock()

    def ask(self) -> bool:
        """A slot looks for work: whether it may be a trial. It counts as one until the opposite is said."""
        with self._turn:
            self._busy += 1
            another_is_free = self._busy < self._slots or self._slots == 1
            may = another_is_free and self._trials < self._most
            self._trials += may
        return may

    def is_no_trial(self) -> None:
        """The work that a slot found is of a course: it no longer counts as a trial."""
        with self._turn:
            self._trials -= 1

    def leave(self, *, trial: bool) -> None:
        """The slot is free again, after a trial (or what counted as one) or something else."""
        with self._turn:
            self._busy -= 1
            self._trials -= trial
