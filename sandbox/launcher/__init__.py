"""The walls around an agent's code: a supervisor outside, a trusted PID 1 inside, and one walled child per run.

Standard library only. Modules say in their first line on which side of the wall they run.
"""
