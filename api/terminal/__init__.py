"""``tally``: the command line."""
