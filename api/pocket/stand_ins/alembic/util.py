"""What goes wrong."""


class CommandError(Exception):
    """A database of a form that is not known here."""
