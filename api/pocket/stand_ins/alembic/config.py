"""What a migration is told."""


class Config:
    """Only the connection is asked for: the migrations are those of Tally."""

    def __init__(self):
        self.attributes = {}

    def set_main_option(self, name, value):
        """Ignored."""
