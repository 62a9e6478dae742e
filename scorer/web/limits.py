"""How much may be asked: by one address, generous for a table, tight for a script; of a search."""

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# Reading a photo takes a processor for a second; a tap takes milliseconds.
READS = "20 per minute; 300 per hour"
# Twice what a long legal game draws; beyond it the search may take seconds.
MAX_SECTIONS = 48

limiter = Limiter(key_func=get_remote_address, default_limits=["1200 per minute"])
