"""What many hosts share: files, phones, wrong PINs, presence, pictures for the readers, summaries of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "files",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.LargeBinary()),
    )
    op.create_index("files_by_room", "files", ["room", "version"])
    op.create_table(
        "phones",
        sa.Column("hash", sa.String(), primary_key=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
    )
    op.create_index("phones_by_id", "phones", ["id"], unique=True)
    op.create_index("phones_by_since", "phones", ["since"])
    op.create_table(
        "guesses",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("home", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("guesses_by_time", "guesses", ["at"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("page", sa.String(), primary_key=True),
        sa.Column("phones", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_index("presence_by_page", "presence", ["page"])
    op.create_table(
        "readings",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("work", sa.String(), nullable=False),
        sa.Column("args", sa.JSON(), nullable=False),
        sa.Column("picture", sa.LargeBinary()),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("ticket", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("table_id", sa.String()),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("answer", sa.LargeBinary()),
    )
    op.create_index("readings_by_ticket", "readings", ["ticket"])
    op.create_index("readings_by_table", "readings", ["table_id"])
    op.create_index("readings_by_time", "readings", ["at"])
    unread = sa.text("answer IS NULL")
    op.create_index("readings_by_phone", "readings", ["who"], postgresql_where=unread, sqlite_where=unread)
    op.create_index("readings_waiting", "readings", ["urgency", "at"], postgresql_where=unread, sqlite_where=unread)
    op.create_table(
        "summaries",
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    )


def downgrade() -> None:
    for name in ("summaries", "readings", "presence", "guesses", "phones", "files"):
        op.drop_table(name)
