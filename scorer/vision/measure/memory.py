"""How much memory something took."""

import resource
import sys
from contextlib import suppress
from pathlib import Path

_CLEAR = Path("/proc/self/clear_refs")
_STATUS = Path("/proc/self/status")


class PeakMemory:
    """The most memory of this process since the object was made, all libraries included.

    Where the system cannot forget earlier peaks, the most since the process began.
    """

    def __init__(self) -> None:
        # Linux resets the high-water mark on this word.
        with suppress(OSError):
            _CLEAR.write_text("5", encoding="ascii")

    def peak_mb(self) -> float:
        """Return the peak in MB."""
        with suppress(OSError):
            for line in _STATUS.read_text(encoding="ascii").splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
