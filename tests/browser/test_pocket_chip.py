"""Networks of the pocket on a graphics chip: Chromium's own stand-in for one computes really, if slowly.

Only the smallest network is sent there: the others would take minutes. Even that is for TALLY_HARD=1; that a phone
without a chip fetches the plain runtime is told by test_pocket.py.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from api.pocket.making import RUNTIMES
from api.pocket.parts import has_npm
from api.reading.reader import DICE, PhotoReader
from tests.browser.conftest import needs_weights
from tests.browser.parity import differences
from tests.browser.pocketing import (
    KEPT,
    SAMPLES,
    hosting,
    open_pocket,
    pocket_phone,
    send_photo,
    wait_for_everything,
)

pytestmark = [
    pytest.mark.skipif("TALLY_HARD" not in os.environ, reason="a pretended chip takes minutes; TALLY_HARD=1 does it"),
    pytest.mark.skipif(not has_npm(), reason="the pocket is made with npm and node, which are not installed"),
    needs_weights,
]
PHOTO = SAMPLES / "dice-2.jpg"
MARK = """
  const { address } = JSON.parse(document.getElementById("plan").textContent);
  const mark = (name) => `${address[name]}?on=${encodeURIComponent(address.gpu)}`;
  const cache = await caches.open("tally-parts");
"""
DECIDE = f"""async (decided) => {{{MARK}
  for (const [name, on] of Object.entries(decided)) await cache.put(mark(name), Response.json({{ on }}));
}}"""
DECIDED = f"""async (name) => {{{MARK}
  const kept = await cache.match(mark(name));
  return kept ? kept.json() : null;
}}"""
COUNT = """() => {
  globalThis.submitted = 0;
  const { submit } = GPUQueue.prototype;
  GPUQueue.prototype.submit = function (...args) {
    globalThis.submitted += 1;
    return submit.apply(this, args);
  };
}"""


def test_a_network_goes_to_the_chip_where_it_answers_alike(playwright: Any, pocket: Path, tmp_path: Path) -> None:
    expected = PhotoReader().read(DICE, PHOTO.read_bytes(), "").pieces
    (again := tmp_path / "again.jpg").write_bytes(PHOTO.read_bytes() + b"\0")
    with hosting(pocket) as host, pocket_phone(playwright, host, chip=True) as page:
        page.add_init_script("localStorage.setItem('tally-runtime', 'gpu')")  # a pretended chip is not chosen by itself
        open_pocket(page)
        if not page.evaluate("async () => Boolean(await navigator.gpu?.requestAdapter())"):
            pytest.skip("this chromium computes on no chip, and pretends none")
        wait_for_everything(page)
        kept = page.evaluate(KEPT)
        assert set(RUNTIMES["gpu"]) <= set(kept)
        assert not set(RUNTIMES["runtime"]) & set(kept)  # one form of the runtime is fetched, not both
        host.stop()
        page.context.set_offline(True)
        page.evaluate(DECIDE, {"finder.onnx": "wasm", "reader.onnx": "wasm"})

        _, there = send_photo(page, "/games/dice/read", PHOTO)
        assert differences(expected, there["read"]) == []
        page.wait_for_function(f"async () => Boolean(await ({DECIDED})('lamp.onnx'))")
        outcome = page.evaluate(DECIDED, "lamp.onnx")
        assert outcome["alike"], outcome  # it was tried there, and answered as on the processor
        assert len(outcome["ms"]) == 2

        page.evaluate(DECIDE, {"lamp.onnx": "webgpu"})
        open_pocket(page)
        page.workers[0].evaluate(COUNT)
        _, there = send_photo(page, "/games/dice/read?again=1", again)
        assert differences(expected, there["read"]) == []
        assert page.workers[0].evaluate("() => globalThis.submitted") > 0
