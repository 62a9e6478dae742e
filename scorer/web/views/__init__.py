"""What pages show, made from games."""
