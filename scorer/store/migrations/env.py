"""Runs the migrations over the connection that ``open_database`` hands in."""

from alembic import context

from scorer.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
