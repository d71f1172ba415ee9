"""Tally in the pocket: the service inside a browser, answering the page that runs beside it."""
