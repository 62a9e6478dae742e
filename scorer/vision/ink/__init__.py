"""What was drawn, told from what is printed, and how good the photo is for that."""
