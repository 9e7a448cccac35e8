"""The recorder: watches a solution from inside its own process and writes what it saw as JSON lines.

It is evidence, not a wall: code in the same process can forge it, so the judge believes an event only where the
syntax tree or an output agrees. Call `install` before sklearn is imported (classes made earlier are not seen),
`start` in the child just before the solution, `finish` when it ends. Nothing here raises into the solution.
"""

from __future__ import annotations

from .session import finish, install, start

__all__ = ["finish", "install", "start"]
