"""Which machines our requests may reach: none behind our firewall, unless an operator says so."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from grader.records import Frozen
from submissions.errors import Unusable
from submissions.tables.webhook import LONGEST_URL

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_PRINTABLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?\.?")
_PORTS = {"https": 443, "http": 80}
_MOST_ADDRESSES = 3
"""The most addresses that are tried of one name: each may keep us waiting."""
_NEVER = (
    ipaddress.ip_network("168.63.129.16/32"),  # of Azure's own host, in the middle of public addresses
    ipaddress.ip_network("192.0.0.0/24"),  # of protocols, and of Oracle's metadata
    ipaddress.ip_network("192.88.99.0/24"),  # relays of 6to4
)
_UNICAST = ipaddress.ip_network("2000::/3")
"""All public addresses of IPv6 there are."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NAT64_LOCAL = ipaddress.ip_network("64:ff9b:1::/48")
_LAST_32_BITS = (1 << 32) - 1

EVERYWHERE: tuple[Network, ...] = (
    ipaddress.ip_network("0.0.0.0/0"),
    ipaddress.ip_network("::1/128"),
    ipaddress.ip_network("fc00::/7"),
    _UNICAST,
)
"""All networks, for an operator whose learning platform stands beside Backgrade."""


class AddressRefused(Exception):
    """the name leads to an address that our requests may not reach."""


class Target(Frozen):
    """Where a request goes, once its name is resolved."""

    scheme: str
    host: str
    port: int
    path: str
    """The path with its query."""
    addresses: tuple[str, ...]
    """The addresses that are tried: no later answer of a name server counts."""

    @property
    def authority(self) -> str:
        """Host and port, as in the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def networks(text: str) -> tuple[Network, ...]:
    """The networks of a setting, separated by commas. Raises `ValueError` if one is none."""
    return tuple(ipaddress.ip_network(each.strip()) for each in text.split(",") if each.strip())


def usable_url(text: str, internal: Sequence[Network]) -> str:
    """The address of a webhook as it is kept. Names are resolved only when something is sent.

    Raises `Unusable` if nothing can be sent there.
    """
    text = text.strip()
    if len(text) > LONGEST_URL:
        raise Unusable("url", "too-long", longest=LONGEST_URL)
    if not text:
        raise Unusable("url", "empty")
    parts = _parts(text)
    if parts is None or parts.fragment:
        raise Unusable("url", "not-a-web-address")
    # Without encryption only the operator's own networks are reached.
    if parts.scheme == "http" and not internal:
        raise Unusable("url", "not-https")
    literal = _literal(parts.hostname or "")
    if literal is not None and not _may_be_reached(literal, parts.scheme, internal):
        raise Unusable("url", "internal-address")
    return text


def resolved(url: str, internal: Sequence[Network]) -> Target:
    """Where to connect to. If one address of a name is refused, all are.

    Nothing is connected to before: not even that something listens there is found out.

    Raises:
        AddressRefused: if it may not be reached.
        OSError: if the name cannot be resolved.
    """
    parts = _parts(url)
    if parts is None or parts.hostname is None:
        raise AddressRefused(url)
    port = parts.port or _PORTS[parts.scheme]
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    # One refused address refuses the name, which may list an internal machine beside a public one.
    for address in addresses:
        if not _may_be_reached(ipaddress.ip_address(address), parts.scheme, internal):
            raise AddressRefused(address)
    if not addresses:
        raise AddressRefused(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path, tuple(addresses[:_MOST_ADDRESSES]))


def _parts(text: str) -> SplitResult | None:
    """Return the parts of an address of the web that names no user; None where it is none."""
    if not _PRINTABLE.fullmatch(text) or "\\" in text:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    if _literal(host) is None and not _HOST.fullmatch(host):
        return None
    is_of_web = parts.scheme in _PORTS and parts.port != 0 and parts.username is None
    return parts if is_of_web else None


def _literal(host: str) -> _Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _may_be_reached(address: _Address, scheme: str, internal: Sequence[Network]) -> bool:
    """Whether an address is public and asked by https, or of the operator's own networks, by http too.

    Never those where clouds keep their secrets: an operator who allows a large network does not mean them.
    """
    # An IPv6 address may embed an IPv4 one, which is the one that is reached.
    meant = _embedded(address)
    if meant is None or _is_never_reached(meant):
        return False
    if any(meant in network for network in internal):
        return True
    if meant.version == 6 and meant not in _UNICAST:  # noqa: PLR2004
        return False
    return scheme == "https" and meant.is_global and not meant.is_reserved


def _is_never_reached(address: _Address) -> bool:
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return True
    return any(address in network for network in _NEVER)


def _embedded(address: _Address) -> _Address | None:
    """The IPv4 address that one of IPv6 stands for, if it does; None where it could be any."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.scope_id is not None or address in _NAT64_LOCAL or address.teredo is not None:
        return None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & _LAST_32_BITS)
    return address.ipv4_mapped or address.sixtofour or address


def is_address(url: str, *, private: bool) -> bool:
    """Whether a URL is of one host, without a password, and by https; if `private`, by http too."""
    if not url.isascii() or not url.isprintable() or any(each in url for each in " ;,'\"<>\\"):
        return False
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    schemes = {"https", "http"} if private else {"https"}
    is_one_host = bool(parts.hostname) and not {"@", "*"} & set(parts.netloc)
    return parts.scheme in schemes and is_one_host and not parts.fragment
