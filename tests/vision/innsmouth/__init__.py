"""Photos of boards of Innsmouth."""
