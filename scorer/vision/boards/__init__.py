"""The boards that photos are compared with: shipped pictures and taught boards."""
