"""Taught pictures lie in the owner's folder, with a list beside them; the table of whole photos is gone."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("gallery", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_gallery_game"))
    op.drop_table("gallery")


def downgrade() -> None:
    op.create_table(
        "gallery",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("item", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("gallery", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_gallery_game"), ["game"], unique=False)
