"""How often one address may ask; generous for a table, tight for a script."""

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# Reading a photo takes a processor for a second; a tap takes milliseconds.
READS = "20 per minute; 300 per hour"

limiter = Limiter(key_func=get_remote_address, default_limits=["1200 per minute"])
