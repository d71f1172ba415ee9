"""Texts in Greek and Polish as gettext catalogues; `python -m api.locale.update` keeps them complete."""
