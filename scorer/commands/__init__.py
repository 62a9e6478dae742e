"""The commands of ``scorer``, one module per area; ``scorer.cli`` puts them together."""
