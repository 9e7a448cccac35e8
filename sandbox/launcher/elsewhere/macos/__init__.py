"""macOS: Seatbelt, with a watch of the physical footprint."""
