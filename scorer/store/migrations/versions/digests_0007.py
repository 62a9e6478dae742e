"""What tells each picture from all others, so that one photo of two boards is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; nothing is known of the pictures that are there."""
    with op.batch_alter_table("picture") as picture:
        picture.add_column(sa.Column("digest", sa.String(64), nullable=False, server_default=""))
