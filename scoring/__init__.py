"""The engine: pure Python that turns a game state into a score sheet with a reason for every point."""
