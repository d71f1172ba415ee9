"""Texts in Greek and Polish as gettext catalogues; `python -m api.language.update` keeps them complete."""
