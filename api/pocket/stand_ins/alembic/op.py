"""The steps of a migration, done by SQLAlchemy on the connection that `command` was given."""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

import sqlalchemy as sa

connection = None


def get_bind():
    return connection


def execute(statement):
    connection.execute(sa.text(statement) if isinstance(statement, str) else statement)


def create_table(name, *parts):
    metadata = sa.MetaData()
    for part in parts:
        for pointed in part.elements if isinstance(part, sa.ForeignKeyConstraint) else ():
            other, column = pointed.target_fullname.split(".")
            sa.Table(other, metadata, sa.Column(column, sa.String()), extend_existing=True)  # it is there already
    sa.Table(name, metadata, *parts).create(connection)


def drop_table(name):
    sa.Table(name, sa.MetaData()).drop(connection)


def create_index(name, table, columns, unique=False, **where):
    there = sa.Table(table, sa.MetaData(), *(sa.Column(column) for column in columns))
    where = {key: value for key, value in where.items() if key.startswith("sqlite_")}
    sa.Index(name, *(there.c[column] for column in columns), unique=unique, **where).create(connection)


def drop_index(name):
    execute(f'DROP INDEX "{name}"')


@contextmanager
def batch_alter_table(table, schema=None):
    """Steps that concern one table."""

    def index(name, columns, unique=False):
        create_index(name, table, columns, unique=unique)

    yield SimpleNamespace(f=str, create_index=index, drop_index=drop_index)
