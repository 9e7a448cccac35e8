"""Outside: failures that a person can mend, with the code that the core translates and the way out."""

from __future__ import annotations

from collections.abc import Sequence

from launcher.package_managers import installing


class Unavailable(Exception):
    """The job was not run. `code` is one of the contract's error codes; `hint` says what to do.

    `cause` is the doctor's code for the same: the interface chooses the command by the machine's system.
    """

    def __init__(self, code: str, message: str, hint: str, cause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.cause = cause


def explain_no_box(diagnostics: str) -> Unavailable:
    """Turn what bubblewrap or PID 1 said on stderr into a sentence and a command."""
    text = diagnostics.strip()[-2000:]
    lowered = text.lower()
    if "namespace" in lowered or "uid map" in lowered or "operation not permitted" in lowered:
        return closed_namespaces(text or "no message")
    if "cannot be imported" in lowered or "no module named" in lowered:
        return Unavailable("environment_missing", f"The Python environment is not complete: {text}", "mlewb env repair", "no_environment")
    return Unavailable(
        "sandbox_unavailable",
        f"The sandbox did not start: {text or 'it ended without a message'}",
        "Run `mlewb doctor` to see which wall is missing.",
    )


def closed_namespaces(said: str) -> Unavailable:
    return Unavailable(
        "sandbox_unavailable",
        f"This machine does not let an ordinary program make its own namespaces: {said}",
        "Ubuntu 23.10 and later: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 ; others: "
        "sudo sysctl user.max_user_namespaces=15000 (Debian 10: kernel.unprivileged_userns_clone=1). In a "
        "container, start it so that namespaces are allowed.",
        "no_namespaces",
    )


def no_bubblewrap() -> Unavailable:
    return Unavailable(
        "sandbox_unavailable",
        "bubblewrap (the program `bwrap`) is not installed, so no full sandbox can be made",
        installing("bubblewrap"),
        "no_bubblewrap",
    )


def unreachable(path: str) -> Unavailable:
    return Unavailable(
        "environment_missing",
        f"Started as root without bubblewrap or namespaces, a run is another user, who may not enter {path}",
        f"chmod o+x {path}, choose another data folder (--home), or start as an ordinary user.",
        "no_environment",
    )


def no_landlock(found: int, needed: int) -> Unavailable:
    said = f"version {found} of it" if found else "none"
    return Unavailable(
        "sandbox_unavailable",
        f"Without namespaces a run needs Landlock of version {needed} or later; this kernel offers {said}",
        "Use a kernel from 6.2 on with Landlock among its security modules (boot option lsm=landlock,...), or allow "
        "namespaces: see `mlewb doctor`.",
    )


def no_walls(reasons: Sequence[Unavailable], minimum: str | None) -> Unavailable:
    """`reasons`: why each engine with walls is not offered; empty where none was to be tried."""
    if not reasons:
        return Unavailable(
            "sandbox_unavailable",
            "Only limits without walls were allowed here, and the run does not ask for that",
            "Ask for it by name (--min-level L5), or let the workbench choose the engine.",
        )
    first = reasons[0]
    also = "" if minimum is not None else " Without any wall, with the rights of your user: --min-level L5."
    return Unavailable(first.code, first.message, f"{first.hint}.{also}" if also else first.hint, first.cause)


def not_this_platform(system: str) -> Unavailable:
    return Unavailable(
        "sandbox_unavailable",
        f"There are no walls for {system}, and nothing is run without them",
        "Use Linux, or WSL2 on Windows.",
        "no_platform",
    )
