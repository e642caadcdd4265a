from decimal import Decimal

from api.words.points import late


def test_days_are_counted_only_where_the_penalty_grows_daily() -> None:
    assert late(1, 24, Decimal(10)) == "1 day late"
    assert late(2, 24, Decimal(10)) == "2 days late"
    assert late(1, 2, Decimal(10)) == "late"


def test_days_are_not_counted_where_lateness_costs_nothing() -> None:
    assert late(1, 24, Decimal(0)) == "late"
