"""Where requests may go: to no address behind a firewall, whatever its name says."""

import socket
from ipaddress import ip_network

import pytest

from submissions.errors import Unusable
from submissions.outward.outgoing.addresses import EVERYWHERE, AddressRefused, resolved, usable_url
from tests.offenders import for_each

_INSIDE = (ip_network("10.20.0.0/16"),)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",  # noqa: S104 - refused, not bound
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "168.63.129.16",
        "192.0.0.192",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "ff0e::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)
def test_internal_addresses_are_refused_as_they_stand_and_behind_names(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(Unusable, match="internal-address"):
        usable_url(f"https://{literal}/hooks", ())

    _resolve(monkeypatch, "93.184.215.14", address)
    with pytest.raises(AddressRefused):
        resolved("https://example.edu/hooks", ())


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "localhost", "127.1"])
def test_other_spellings_are_resolved_before_they_are_judged(host: str) -> None:
    try:
        url = usable_url(f"https://{host}/", ())
    except Unusable:
        return
    with pytest.raises((AddressRefused, OSError)):
        resolved(url, ())


@for_each(
    ("url", "why"),
    [
        ("", "empty"),
        ("ftp://example.edu/", "not-a-web-address"),
        ("https://", "not-a-web-address"),
        ("https://user:password@example.edu/", "not-a-web-address"),
        ("https://example.edu/#top", "not-a-web-address"),
        ("https://example.edu\\@10.0.0.1/", "not-a-web-address"),
        ("https://example.edu:99999/", "not-a-web-address"),
        ("https://example.edu/ a\r\nb", "not-a-web-address"),
        ("https://[::1%25eth0]/", "internal-address"),
        ("http://example.edu/", "not-https"),
        ("https://example.edu/" + "x" * 1000, "too-long"),
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        usable_url(url, ())


def test_a_message_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    _resolve(monkeypatch, "93.184.215.14")
    target = resolved("https://Example.edu:8443/hooks?a=b", ())

    assert (target.addresses, target.authority) == (("93.184.215.14",), "example.edu:8443")
    assert (target.port, target.path) == (8443, "/hooks?a=b")


def test_an_operator_can_allow_networks_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    _resolve(monkeypatch, "10.20.3.4")
    assert resolved(usable_url("http://lms.campus/", _INSIDE), _INSIDE).addresses == ("10.20.3.4",)

    for other in ("10.21.0.1", "93.184.215.14"):  # by http, nothing else: neither inside nor outside
        _resolve(monkeypatch, other)
        with pytest.raises(AddressRefused):
            resolved("http://lms.campus/", _INSIDE)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "100.64.0.1",
        "::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
    ],
)
def test_an_operator_can_allow_all_networks(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    _resolve(monkeypatch, address)

    assert resolved("http://lms.campus/", EVERYWHERE).addresses == (address,)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254", "168.63.129.16", "192.0.0.192", "0.0.0.0", "224.0.0.1", "fe80::1%eth0", "ff02::1",  # noqa: S104
        "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2001:0:1::1", "::7f00:1",
    ],
)  # fmt: skip
def test_nobody_can_allow_where_clouds_keep_their_secrets(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    _resolve(monkeypatch, address)

    with pytest.raises(AddressRefused):
        resolved("http://lms.campus/", EVERYWHERE)


def test_a_name_with_many_addresses_does_not_keep_us(monkeypatch: pytest.MonkeyPatch) -> None:
    _resolve(monkeypatch, *(f"93.184.215.{number}" for number in range(50)))

    assert len(resolved("https://example.edu/", ()).addresses) == 3


def _resolve(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: found)
