"""Pictures of what each stage of reading made of a photo."""
