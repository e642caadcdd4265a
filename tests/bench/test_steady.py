"""What a student reads does not depend on who else uses the machine."""

from bench.steady import chosen, differing


def test_a_slow_file_has_one_report_at_every_load() -> None:
    files = chosen()[:6]
    assert differing(files, times=1) == []
