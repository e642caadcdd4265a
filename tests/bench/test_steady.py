"""What a student reads does not depend on who else uses the machine, nor on pauses of the sandbox."""

from bench.steady import AS_IT_IS, STOPPED, chosen, differing
from tests.thorough import at_length


@at_length
def test_a_slow_file_has_one_report_however_its_process_is_kept_waiting() -> None:
    assert differing(chosen()[:6], times=1, loads=(AS_IT_IS, STOPPED)) == []
