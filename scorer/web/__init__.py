"""The web app: pages for people, JSON for their taps."""

from scorer.web.app import create_app

__all__ = ["create_app"]
