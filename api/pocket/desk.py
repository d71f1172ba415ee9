"""Where photos are read inside a browser: the eyes are the page's, everything behind them is the service's own."""

from __future__ import annotations

from typing import Any

from api.reading.desk import Desk


class PocketDesk(Desk):
    """The line before the browser's eyes."""

    def __init__(self, reader: Any) -> None:
        super().__init__(reader)

    @property
    def open(self) -> bool:
        """There are always eyes; they are loaded at their first use."""
        return True

    async def trouble(self) -> str:
        """Why photos cannot be read; a photo that fails says so itself."""
        return ""

    def need_weights(self) -> None:
        """They are loaded at their first use."""

    def close(self) -> None:
        """Nothing to let go of."""
