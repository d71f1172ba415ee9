"""Addresses of clients, and names by which the service may be called."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from api.errors import UserError
from scoring.words import say

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""What a request carries that came through a proxy."""


def network_of(address: str) -> str:
    """Whose address it is: one household has a whole /64 of IPv6.

    >>> network_of("2001:db8:1:2:3::4"), network_of("192.168.1.7"), network_of("::ffff:192.168.1.7")
    ('2001:db8:1:2::/64', '192.168.1.7', '192.168.1.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
    return str(found)


def is_loopback(address: str) -> bool:
    """Whether a client sits at this very machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.7"), is_loopback("testclient")
    (True, True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def host_name(host: str) -> str | None:
    """The name in a Host header without its port; None for what is none.

    >>> host_name("Table.local:8000"), host_name("[::1]:8000"), host_name("["), host_name("a b")
    ('table.local', '::1', None, None)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return None
    return None if any(sign in host for sign in " /?#@\\") else name


def is_local_name(name: str) -> bool:
    """Addresses, localhost and names of the local network; a public name would be a rebinding attack."""
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home", ".localhost", ".internal"))
    return True


def names_this_machine(name: str) -> bool:
    """Whether only this machine itself uses a name: a proxy passes on the name that its visitors used.

    >>> names_this_machine("localhost"), names_this_machine("127.0.0.1"), names_this_machine("192.168.1.5")
    (True, True, False)
    """
    return is_loopback(name) or "." not in name.strip("[]").replace(":", ".") or name.endswith(".localhost")


def public_origin(url: str) -> str:
    """The address people use, as scheme, name and port; a sentence if it is none.

    >>> public_origin("https://Tally.example.org/")
    'https://tally.example.org'
    """
    try:
        parts = urlsplit(url.strip())
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        parts, port = urlsplit(""), ""
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise UserError(say("{url} is not an address such as https://tally.example.org.", url=repr(url)))
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{name}{port}"
