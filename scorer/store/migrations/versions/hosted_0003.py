"""What a server of several processes shares: where a picture's bytes lie, photos that wait,
taught boards, and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column and the three tables."""
    with op.batch_alter_table("picture") as picture:
        picture.add_column(sa.Column("place", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "photo_job",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("failed", sa.String(32), nullable=False),
        sa.Column("work", sa.LargeBinary),
        sa.Column("outcome", sa.LargeBinary),
    )
    op.create_index("photo_job_open", "photo_job", ["over", "created_at"])
    op.create_table(
        "board_file",
        sa.Column("board_id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("changed_ns", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
