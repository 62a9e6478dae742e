"""What is printed beside the map."""
