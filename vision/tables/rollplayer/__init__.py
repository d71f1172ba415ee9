"""Roll Player from photo to state: a character sheet with its dice."""
