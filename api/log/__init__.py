"""A table as an ordered log of small changes: applying, merging and undoing them, in plain Python.

The same code runs behind SQLite, behind PostgreSQL and in a browser; only where entries are kept differs (`keeping`).
A phone sends steps with an id and the version it saw; one arbiter orders them, moves them over what happened since,
or refuses them with a sentence.
"""
