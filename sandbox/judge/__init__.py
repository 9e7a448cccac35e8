"""The judge: reads what runs left behind and says what was seen. Run as `python -I -B sandbox/judge/__main__.py REQUEST.json`."""
