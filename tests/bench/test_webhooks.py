"""The bench of webhooks, small: 200 messages, a receiver that fails, a sender that is killed."""

from pathlib import Path

from bench._webhooks import Trouble, deliver
from tests.thorough import at_length


@at_length
def test_no_message_is_lost_where_the_receiver_fails_and_the_sender_is_killed(tmp_path: Path) -> None:
    trouble = Trouble(fails=0.005, stalls=0, kill_every=(0, 0.2), most_kills=1, lease=1)
    found = deliver(f"sqlite:///{tmp_path}/webhooks.db", 200, 8, trouble, patience=120)
    assert (found.lost, found.kills, found.most_at_once) == (0, 1, 1)
    assert found.twice <= 8
