"""The highest seat that a player has left, so that none is given anew."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("left_seat", sa.Integer, nullable=False, server_default="0"))
