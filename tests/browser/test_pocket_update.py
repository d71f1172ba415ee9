"""A newer pocket on the same host: the page that is open goes on with its own files, the next one is whole."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

from api.http.routes.pages import environment
from tests.browser.pocketing import hosting, pocket_phone

PAGE = """<!doctype html><title>{build}</title><script type="module">
navigator.serviceWorker.register("/sw.js");
if (!navigator.serviceWorker.controller)
  await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, {{ once: true }}));
document.title += " ready";
</script>"""
FETCHED = "async (address) => { const got = await fetch(address); return got.ok ? got.text() : got.status; }"
UNTIL_IT_WAITS = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  for (let tries = 0; tries < 400 && !worker.waiting; tries++) await new Promise((later) => setTimeout(later, 50));
  return Boolean(worker.waiting);
}"""


def publish(folder: Path, build: str) -> None:
    """A pocket of one view and one large file, in the place of what was there."""
    for old in (path for path in folder.rglob("*") if path.is_file()):
        old.unlink()
    view, part = f"/static/{build}/view.js", f"/parts/{build}/code.json"
    worker = environment().get_template("pocket-sw.js")
    written = {
        "/index.html": PAGE.format(build=build).encode(),
        "/404.html": b"",
        view: f"view {build}".encode(),
        f"{part}.pack": gzip.compress(f"code {build}".encode()),
        "/sw.js": worker.render(
            build=build, files=json.dumps(["/", view]), parts=json.dumps([part]), chosen="[]"
        ).encode(),
    }
    for name, content in written.items():
        (folder / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / name[1:]).write_bytes(content)
        os.utime(folder / name[1:], (1, 1))  # within one second of the one before


def test_an_update_never_mixes_two_versions(playwright: Any, tmp_path: Path) -> None:
    publish(tmp_path, "one")
    with hosting(tmp_path) as host, pocket_phone(playwright, host) as page:
        page.goto("./")
        page.wait_for_function("document.title === 'one ready'")
        assert page.evaluate(FETCHED, "/parts/one/code.json") == "code one"
        publish(tmp_path, "two")
        page.reload()
        assert page.evaluate(UNTIL_IT_WAITS)
        assert page.title() == "one ready"
        assert page.evaluate(FETCHED, "/static/one/view.js") == "view one"
        assert page.evaluate(FETCHED, "/parts/one/code.json") == "code one"
        context = page.context
        page.close()  # the evening is over; at the next one there is no network
        host.stop()
        page = context.new_page()
        page.goto("./")
        page.wait_for_function("document.title === 'two ready'")
        assert page.evaluate(FETCHED, "/static/two/view.js") == "view two"
        assert page.evaluate(FETCHED, "/parts/two/code.json") == "code two"
