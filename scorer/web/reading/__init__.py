"""A photo's way through the app: ``desk`` takes it, a ``line`` lets it wait until a ``worker``
reads it, and ``keeping`` keeps what was found in its game. ``here`` is a single process's line."""
