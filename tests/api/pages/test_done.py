"""What the next page says of a form that was saved."""

import pytest

from api.web.done import with_done
from api.words.done import DONE
from tests.world.desk import Desk


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("/me", "/me?done=a.b"),
        ("/me?state=open", "/me?state=open&done=a.b"),
        ("/submissions/1#comments", "/submissions/1?done=a.b#comments"),
        ("/requests?done=changed", "/requests?done=changed"),
    ],
)
def test_the_address_of_the_next_page_names_what_was_saved(address: str, named: str) -> None:
    assert with_done(address, "a.b") == named


def test_the_page_says_it_and_says_nothing_that_somebody_else_wrote(desk: Desk) -> None:
    said = "".join(each.get_text() for each in desk.me.open("/me?done=me.change").soup.select(".saved"))

    assert said == DONE["me.change"]
    assert desk.me.open("/me?done=<b>Send+me+money</b>").soup.select(".saved") == []


def test_who_has_to_sign_in_first_is_not_told_that_something_is_saved(desk: Desk) -> None:
    stranger = desk.browser(None)
    answer = stranger.client.post(
        "/me", data={"csrf": stranger.token("/sign-in"), "name": "Ada"}, follow_redirects=False
    )

    assert "done=" not in answer.headers.get("location", "")
