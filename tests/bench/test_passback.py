"""The bench of grades, small: twelve grades, and a sender that is killed before it hears of one of them."""

from bench._passback import send_grades
from tests.thorough import at_length


@at_length
def test_no_grade_is_lost_where_the_sender_is_killed_before_the_answer(database_url: str) -> None:
    found = send_grades(database_url, 12, kill_every=8, lease=1, patience=120)
    assert (found.lost, found.kills, found.twice) == (0, 1, 1)
    assert (found.most_of_one, found.most_at_once) == (2, 1)
