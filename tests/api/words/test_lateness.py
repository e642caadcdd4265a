from api.words.lateness import late


def test_days_are_counted_only_where_the_penalty_grows_daily() -> None:
    assert late(1, 24) == "1 day late"
    assert late(2, 24) == "2 days late"
    assert late(1, 2) == "late"
