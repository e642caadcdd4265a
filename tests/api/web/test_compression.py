"""Pages are compressed for our own pages, and never for another site that measures them."""

import pytest

from tests.world.browser import Browser

PAGE = "/help"


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_a_page_is_compressed_for_who_comes_from_here(here: Browser, site: str) -> None:
    answer = here.client.get(PAGE, headers={"Sec-Fetch-Site": site, "Accept-Encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) < len(answer.text) / 2
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("site", ["cross-site", "same-site", None])
def test_it_is_not_for_another_site(here: Browser, site: str | None) -> None:
    headers = {"Accept-Encoding": "gzip"} | ({"Sec-Fetch-Site": site} if site else {})

    assert "Content-Encoding" not in here.client.get(PAGE, headers=headers).headers


def test_it_is_not_for_a_browser_that_cannot_unpack_it(here: Browser) -> None:
    headers = {"Accept-Encoding": "identity", "Sec-Fetch-Site": "none"}

    assert "Content-Encoding" not in here.client.get(PAGE, headers=headers).headers
