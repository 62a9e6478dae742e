"""A photo's way through the app: ``desk`` takes it, ``queue`` lets it wait and be read by a
``worker``, and ``keeping`` keeps what was found in its game."""
