"""Compiles rules, catalogues and translations whenever Tally is installed or built, also in place (``pip -e``)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileSources(BuildHookInterface[Any]):
    """Runs before the wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what the program loads from what people edit."""
        sys.path.insert(0, self.root)  # the build runs in an environment where Tally itself is not installed
        from api.compile import compile_all

        compile_all(Path(self.root))
