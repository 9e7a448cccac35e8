"""macOS and Windows: the same requests and answers as on Linux, other walls.

Written from the systems' documentation and tested on Linux as far as that goes: texts, structures, arguments, the run
itself with a process that has no walls. Nobody has run it on these systems. Whatever is shown of it says so, and the
doctor claims nothing there that its canaries did not meet.
"""

from __future__ import annotations

NOT_VERIFIED = "not verified on this platform"
