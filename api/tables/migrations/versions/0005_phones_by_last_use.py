"""Phones that nobody used for long are found without reading all of them."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("phones_by_last_use", "phones", ["seen"])


def downgrade() -> None:
    op.drop_index("phones_by_last_use", "phones")
