"""Everything that Tally refuses, as one tree: each error carries the sentence that a person reads.

TallyError            the root
  NotationError       a line of text that cannot be read
  UnknownName         a name that nothing has
  UnknownGame         no such game
  BrokenGame          a game whose files are not in order
  OutOfBounds         data larger or deeper than a table can be
  FactError           a printed value that cannot be, or a catalogue that is not in order
  RulebookError       a rules file that is not in order
  DieError            a die that no box holds
  UnknownSpellError   a spell that the battle does not know
  PhotoError          a photo that cannot be opened
  CannotLay           a reading that has no place in the state
  TeachingError       a picture that teaches nothing
  CameraError         a camera that gives no pictures
  ModelError          weights that are not there or do not fit
  UserError           words of the terminal that cannot be followed
  Refused             a change that does not go into the log of a table
  Refusal             what the service says no to, with its HTTP status
"""

from __future__ import annotations


class TallyError(Exception):
    """Something that cannot be; ``sentence`` says what, for the people at the table."""

    @property
    def sentence(self) -> str:
        """What went wrong, ready to be said in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)
