"""A server of many processes: games in PostgreSQL, photos in line and news by way of Redis.

Each module adapts one interface that a server of one process has its own adapter of.
"""
