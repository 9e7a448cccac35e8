"""An emulated machine for the tests of the sandbox. `guest.py` runs inside, the rest outside."""
