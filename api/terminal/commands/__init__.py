"""One module per command of ``tally``; each is imported only when it is called."""
