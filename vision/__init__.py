"""Eyes: from a photo to a reading that a person can correct. Needs no torch and no network."""
