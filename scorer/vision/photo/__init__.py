"""The upload gate, and photos as JPEG bytes."""
