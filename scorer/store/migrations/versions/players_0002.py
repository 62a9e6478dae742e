"""Games of several players: each board belongs to a game. Boards kept before become games
of one board, found under the same key."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# In this order: what refers to another table goes first.
TABLES = ("picture", "reading", "game")


def upgrade() -> None:
    """Make the new tables, move everything over, and drop the old ones."""
    for name in TABLES:
        op.rename_table(name, f"old_{name}")
    _game_table()
    _board_table()
    _reading_table()
    _picture_table()
    _move()
    for name in TABLES:
        op.drop_table(f"old_{name}")


def _move() -> None:
    connection = op.get_bind()
    for (key,) in connection.execute(sa.text("SELECT key FROM old_game")).all():
        connection.execute(
            sa.text(
                "INSERT INTO game SELECT key, :view, created_at, changed_at, city, board_id, 1,"
                " setup, (SELECT count(*) FROM old_reading WHERE game_key = key), 1"
                " FROM old_game WHERE key = :key"
            ),
            {"key": key, "view": secrets.token_urlsafe(16)},
        )
    op.execute(
        "INSERT INTO board SELECT key, 1, '', '', board_id, source, changed_at, marks, '{}',"
        " settled, not_read, version FROM old_game"
    )
    op.execute(
        "INSERT INTO reading SELECT game_key, 1, number, created_at, marks, doubts, corners_xy,"
        " quality FROM old_reading"
    )
    op.execute(
        "INSERT INTO picture SELECT game_key, 1, kind, width, height, frame, jpeg FROM old_picture"
    )


def _game_table() -> None:
    op.create_table(
        "game",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("view_key", sa.String(32), nullable=False, unique=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sa.Column("city", sa.String(64), nullable=False),
        sa.Column("board_id", sa.String(64), nullable=False),
        sa.Column("single", sa.Boolean, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("photos", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )


def _board_table() -> None:
    op.create_table(
        "board",
        sa.Column("game_key", sa.String(32), sa.ForeignKey("game.key"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("board_id", sa.String(64), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sa.Column("marks", sa.JSON, nullable=False),
        sa.Column("own", sa.JSON, nullable=False),
        sa.Column("settled", sa.JSON, nullable=False),
        sa.Column("not_read", sa.JSON),
        sa.Column("version", sa.Integer, nullable=False),
    )


def _reading_table() -> None:
    op.create_table(
        "reading",
        *_of_board(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("marks", sa.JSON, nullable=False),
        sa.Column("doubts", sa.JSON, nullable=False),
        sa.Column("corners_xy", sa.JSON, nullable=False),
        sa.Column("quality", sa.JSON, nullable=False),
    )


def _picture_table() -> None:
    op.create_table(
        "picture",
        *_of_board(),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("frame", sa.JSON),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
    )


def _of_board() -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("game_key", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.ForeignKeyConstraint(["game_key", "seat"], ["board.game_key", "board.seat"]),
    )
