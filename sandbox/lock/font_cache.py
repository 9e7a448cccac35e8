"""Write matplotlib's font list into a folder, with the fonts that a sandboxed program can open.

Run as ``python -I -B font_cache.py FOLDER`` with the environment's Python. The sandbox shows ``/usr`` and the
environment, not the user's home; a list with paths from elsewhere would send matplotlib to files that are not there.
"""

from __future__ import annotations

import os
import sys
import tempfile


def main() -> None:
    """Build ``FOLDER/fontlist-vN.json``; matplotlib's own fonts are stored relative, those of /usr by path."""
    folder = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["MPLCONFIGDIR"] = scratch
        os.environ["MPLBACKEND"] = "Agg"
        from matplotlib import font_manager

        # fontconfig is not in the box, and its answer depends on the user's settings.
        font_manager._get_fontconfig_fonts = lambda: []
        font_manager.X11FontDirectories = ["/usr/share/fonts"]
        fonts = font_manager.FontManager()
        # The order of a folder differs between file systems; equal matches are won by the first.
        fonts.ttflist.sort(key=lambda font: (font.fname, font.name))
        fonts.afmlist.sort(key=lambda font: (font.fname, font.name))
        name = f"fontlist-v{font_manager.FontManager.__version__}.json"
        font_manager.json_dump(fonts, os.path.join(folder, name))
        print(name)


if __name__ == "__main__":
    main()
