"""Which box a game is played with: games before this one were all of En Route."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("box", sa.String(32), nullable=False, server_default="en-route"))
