"""Numbers have as many digits as it takes to differ."""

from api.report_view.numbers import pair, short


def test_numbers_get_as_many_digits_as_it_takes_to_differ() -> None:
    assert pair(2.0, 1.0) == ("2", "1")
    assert pair(1.0, 1.0 + 1e-9) == ("1", "1.000000001")
    assert pair(0.1 + 0.2, 0.3) == ("0.30000000000000004", "0.29999999999999999")
    assert pair(4096.0, 3.16051e17) == ("4096", "3.16051e+17")
    assert short(-0.0) == "0"
