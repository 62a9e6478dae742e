"""Pictures in an S3-compatible store, or another that obstore knows: ``file://``, ``memory://``."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from scorer.store.database import StoreError
from scorer.store.values import NotReachableError

if TYPE_CHECKING:
    from obstore.store import RetryConfig

# In an address such as s3://bucket/pictures?endpoint=http://minio:9000.
_ENDPOINT = "endpoint"
_AN_HOUR = timedelta(hours=1)
# Somebody waits for a page: what does not answer then is said not to.
_RETRY: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}


class InObjects:
    """Each picture is an object with a name made anew.

    Parameters
    ----------
    url : str
        Of the store. Its keys come from the usual variables of the environment, as
        ``AWS_ACCESS_KEY_ID``.

    Raises
    ------
    StoreError
        If *url* is none.
    """

    def __init__(self, url: str) -> None:
        address, _, endpoint = url.partition(f"?{_ENDPOINT}=")
        more = {"endpoint": endpoint} if endpoint else {}
        options = {"allow_http": True, "timeout": "10s"} if address.startswith("s3://") else {}
        try:
            if address.startswith("file://"):
                self._store = from_url(address, mkdir=True)
            else:
                self._store = from_url(  # type: ignore
                    address, client_options=options, retry_config=_RETRY, **more
                )
        except OSError as error:
            folder = address.removeprefix("file://")
            raise StoreError(
                f"SCORER_PHOTOS_URL: photos cannot be kept in the folder {folder} ({error})"
            ) from error
        except (BaseError, ValueError, TypeError) as error:
            raise StoreError(
                "SCORER_PHOTOS_URL is no address of a store: expected one like "
                "s3://bucket/folder or file:///srv/photos"
            ) from error

    def keep(self, jpeg: bytes) -> tuple[bytes, str]:
        """Write an object; return nothing for the row but its name."""
        place = secrets.token_hex(16)
        try:
            obstore.put(self._store, place, jpeg)
        except (BaseError, OSError) as error:
            raise NotReachableError("the store of photos does not answer") from error
        return b"", place

    def load(self, jpeg: bytes, place: str) -> bytes:
        """Return the object, or the bytes of a row that was written before there was a store."""
        if not place:
            return jpeg
        try:
            return bytes(obstore.get(self._store, place).bytes())
        except FileNotFoundError as error:
            raise LookupError("a picture is missing in the store of photos") from error
        except (BaseError, OSError) as error:
            raise NotReachableError("the store of photos does not answer") from error

    def forget(self, places: Iterable[str]) -> None:
        """Remove objects; one that cannot be reached is left to the store's ``forget_orphans``."""
        for place in places:
            with suppress(BaseError, OSError):
                obstore.delete(self._store, place)

    def names(self, before: datetime | None = None) -> Iterator[str]:
        """Yield all objects written before then, by default an hour ago."""
        limit = before or datetime.now(UTC) - _AN_HOUR
        for batch in obstore.list(self._store):
            yield from (one["path"] for one in batch if one["last_modified"] < limit)
