"""Phones at one table: invited by the host, let in by QR or PIN, each knows whose it is; a trusted certificate."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.test_serve import own_address
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, free_port, serving

NAME = "tally.home"


@pytest.fixture
def house(browser: Any, open_house: str) -> Iterator[tuple[Any, Callable[[], Any]]]:
    """The host's page, and phones that come from the network."""
    own = own_address()
    if own is None:
        pytest.skip("this machine is in no network")
    contexts: list[Any] = []

    def page_at(address: str) -> Any:
        contexts.append(browser.new_context(viewport=PHONE, locale="en-GB", base_url=address))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        return page

    yield page_at(open_house), lambda: page_at(open_house.replace("127.0.0.1", own))
    for context in contexts:
        context.close()


def test_a_guest_comes_in_says_who_they_are_and_is_sent_away(house: tuple[Any, Callable[[], Any]]) -> None:
    host, come = house
    host.goto("/")
    host.get_by_role("link", name="Invite phones").click()
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    assert host.get_by_role("img", name="QR code").evaluate("(e) => e.naturalWidth > 100")
    pin = host.locator(".pin").inner_text()
    expect(host.get_by_text("This address is plain HTTP")).to_be_visible()

    guest = come()
    guest.goto("/")
    guest.locator("input").fill(pin)
    guest.get_by_role("button").click()
    expect(guest.get_by_role("link", name="New table")).to_be_visible()
    expect(guest.get_by_role("link", name="Invite phones")).to_have_count(0)
    made = {"game": "dungeonlords", "players": ["Ann", "Ben"]}
    table = host.request.post("/api/v1/tables", data=made).json()["id"]
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="I am Ben").click()
    expect(guest.get_by_role("tab", name="Ben")).to_have_attribute("aria-selected", "true")
    expect(guest.get_by_role("tab", name="Ben")).to_contain_text("you")
    expect(guest.get_by_text("Whose phone is this?")).to_have_count(0)
    guest.locator(".field", has_text="Gold").get_by_role("button", name="More").click()
    guest.get_by_role("link", name="History").click()
    expect(guest.locator(".history li").first).to_contain_text("Ben")
    guest.get_by_role("button", name="More", exact=True).click()
    expect(guest.get_by_role("button", name="Keep this moment")).to_be_visible()
    expect(guest.get_by_role("button", name="Delete the photos")).to_have_count(0)
    guest.goto("/settings")
    expect(guest.get_by_role("switch", name="Keep photos")).to_be_disabled()
    expect(guest.get_by_text("You are a guest here.")).to_be_visible()
    expect(guest.locator(".abilities .no")).to_have_count(3)

    host.goto("/invite")
    expect(host.locator(".list .item", has_text="Ben")).to_be_visible()
    host.get_by_role("button", name="Send Ben away").click()
    host.get_by_role("button", name="Send away", exact=True).click()
    expect(host.locator(".list .item", has_text="Ben")).to_have_count(0)
    guest.goto("/")
    expect(guest.locator("input[name=pin]")).to_be_visible()


def own_certificate(folder: Path) -> tuple[Path, Path, str]:
    """A certificate for a name of a home network, signed by a root of its own, and what tells a browser to trust it."""

    def openssl(*words: str, **more: Any) -> bytes:
        return subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True, **more).stdout

    for name in ("root", "tally"):
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
    openssl(
        "req", "-x509", "-new", "-key", "root.key", "-days", "30", "-subj", "/CN=A root at home", "-out", "root.pem"
    )
    openssl("req", "-new", "-key", "tally.key", "-subj", f"/CN={NAME}", "-out", "tally.csr")
    (folder / "names").write_text(f"subjectAltName=DNS:{NAME},IP:127.0.0.1\n")
    signed = ("-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "30", "-extfile", "names")
    openssl("x509", "-req", "-in", "tally.csr", *signed, "-out", "tally.pem")
    public = openssl("x509", "-in", "tally.pem", "-pubkey", "-noout")
    plain = openssl("pkey", "-pubin", "-outform", "der", input=public)
    digest = openssl("dgst", "-sha256", "-binary", input=plain)
    return folder / "tally.pem", folder / "tally.key", openssl("base64", input=digest).decode().strip()


def test_with_a_trusted_certificate_a_guest_can_install_and_open_it_while_the_host_is_away(
    browser: Any, tmp_path: Path
) -> None:
    """Chromium trusts this one key; everything else of the connection is as on a phone that trusts its root."""
    cert, key, fingerprint = own_certificate(tmp_path)
    port = free_port()
    address = f"https://{NAME}:{port}"
    words = ("--cert", str(cert), "--key", str(key), "--public-url", address)
    flags = [f"--ignore-certificate-errors-spki-list={fingerprint}", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    with serving(tmp_path, *words, port=port):
        phone = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=[*FLAGS, *flags], viewport=PHONE, locale="en-GB"
        )
        page = phone.pages[0]
        page.set_default_timeout(60_000)
        refused = page.goto(f"{address}/")
        assert refused.status == 401
        pin = json.loads((tmp_path / "data" / "access.json").read_text())["pin"]
        page.goto(f"{address}/?pin={pin}")
        expect(page.get_by_role("link", name="New table")).to_be_visible()
        assert page.evaluate("isSecureContext && Boolean(navigator.mediaDevices.getUserMedia && navigator.wakeLock)")
        assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        assert page.evaluate("fetch('/manifest.webmanifest', { credentials: 'omit' }).then((a) => a.status)") == 200
        page.goto(f"{address}/settings")
        expect(page.locator(".abilities .yes")).to_have_count(3)
        page.goto(f"{address}/")
        phone.set_offline(True)
        page.reload()
        expect(page.locator("#app:not([aria-busy])")).to_be_visible()
        expect(page.locator("main")).to_be_visible()
        phone.close()
