"""Games with their readings and pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first three tables."""
    op.create_table(
        "game",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sa.Column("city", sa.String(64), nullable=False),
        sa.Column("board_id", sa.String(64), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("marks", sa.JSON, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("settled", sa.JSON, nullable=False),
        sa.Column("not_read", sa.JSON),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "reading",
        sa.Column("game_key", sa.String(32), sa.ForeignKey("game.key"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("marks", sa.JSON, nullable=False),
        sa.Column("doubts", sa.JSON, nullable=False),
        sa.Column("corners_xy", sa.JSON, nullable=False),
        sa.Column("quality", sa.JSON, nullable=False),
    )
    op.create_table(
        "picture",
        sa.Column("game_key", sa.String(32), sa.ForeignKey("game.key"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("frame", sa.JSON),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
    )
