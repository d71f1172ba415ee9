"""What goes wrong for a user, said in one sentence; no traceback ever reaches them."""

from __future__ import annotations

from scoring.faults import TallyError
from scoring.words import say


class UserError(TallyError):
    """Bad usage or unreadable input; the message is a sentence for the user."""


class BrokenFileError(UserError):
    """A file of the owner's that cannot be read; once it is mended or moved away, all is well again."""


class UnwrittenError(UserError):
    """Something of the owner's that cannot be written; what keeps it from that is its cause."""


SYSTEM = (
    say("No such file or directory"),
    say("Permission denied"),
    say("Is a directory"),
    say("No space left on device"),
    say("Disk quota exceeded"),
    say("Read-only file system"),
    say("Operation not permitted"),
    say("Address already in use"),
    say("Cannot assign requested address"),
)
"""What the operating system says most often when a file or a port cannot be opened."""
