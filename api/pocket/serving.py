"""``python -m api.pocket.serving [FOLDER] [PORT]`` shows the pocket on this machine, as a static host would."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from api.compile import ROOT

ALONE = {"cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp"}
"""With these headers browsers let the networks use several cores."""

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".webmanifest": "application/manifest+json"}


class Handler(SimpleHTTPRequestHandler):
    """Files of a folder; an address without a file is the page's own."""

    def guess_type(self, path: Any) -> str:
        """As what a file is sent; modules must be scripts."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def send_head(self) -> Any:
        """The file, or the page that knows what the address means; always whole.

        "Not changed since" counts in seconds: a pocket made anew within one would be taken for the one before.
        """
        del self.headers["If-Modified-Since"]
        if not Path(self.translate_path(self.path)).exists():
            self.path = self._page_above()
        return super().send_head()

    def _page_above(self) -> str:
        """The page of the nearest folder that has one."""
        folders = Path(self.path.partition("?")[0]).parents
        pages = (f"{folder.as_posix().rstrip('/')}/404.html" for folder in folders)
        return next((page for page in pages if Path(self.translate_path(page)).is_file()), "/404.html")

    def end_headers(self) -> None:
        """Every answer with the headers for threads."""
        for name, value in ALONE.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """A static host says nothing."""


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A host of this folder for this machine only."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main(arguments: list[str]) -> int:
    """Serve until it is stopped."""
    folder = Path(arguments[0]) if arguments else ROOT / "pocket"
    if not (folder / "index.html").is_file():
        print(f"There is no pocket in {folder}; `make pocket` writes one.")
        return 2
    with server(folder, int(arguments[1]) if len(arguments) > 1 else 8080) as here:
        print(f"http://localhost:{here.server_port}  (Ctrl+C ends it)")
        try:
            here.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
