"""Pictures of landmarks."""
