"""What goes wrong with files from strangers: archives that are damaged, pictures that are none."""

import lzma
import zipfile
import zlib

from PIL import Image

# What an archive raises that is cut off, was changed, or lies about its sizes.
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
# What a picture raises that is none, or one that would fill all memory.
NO_PICTURE = (OSError, SyntaxError, ValueError, Warning, Image.DecompressionBombError)
