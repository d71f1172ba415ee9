"""Migrations one after the other, from the form that a database has to the newest."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files

import sqlalchemy as sa

from . import op
from .util import CommandError

VERSIONS = "api.tables.migrations.versions"
FORM = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), nullable=False))


def upgrade(config, target):
    """Every migration that the database does not have yet; the newest is the only target there is."""
    connection = config.attributes["connection"]
    FORM.create(connection, checkfirst=True)
    known = sorted({one.name.split(".")[0] for one in files(VERSIONS).iterdir() if one.name.startswith("0")})
    has = connection.execute(sa.select(FORM.c.version_num)).scalar()
    if has is not None and has not in {name.partition("_")[0] for name in known}:
        raise CommandError(has)
    op.connection = connection
    for name in known:
        form = name.partition("_")[0]
        if has is None or form > has:
            import_module(f"{VERSIONS}.{name}").upgrade()
            connection.execute(FORM.delete())
            connection.execute(FORM.insert().values(version_num=form))
