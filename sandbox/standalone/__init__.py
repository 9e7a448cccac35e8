"""`run_sandbox.py`: one solution under the walls from the command line, with nothing but Python's standard library."""
