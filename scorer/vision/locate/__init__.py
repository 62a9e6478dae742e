"""Where the map lies in a photo, and the map seen from straight above."""
