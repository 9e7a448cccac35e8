"""Both ends: what may be asked of the model program. The broker trusts only this; the client asks it first."""

from __future__ import annotations

from dataclasses import dataclass

#: Bytes of a text that is sent (data or starting values), of a model's answer, and of what is kept of its output.
MAXIMUM_TEXT = 32 << 20
MAXIMUM_CSV = 64 << 20
MAXIMUM_LOG = 64 << 10

#: Names in the model's folder; each leads to a descriptor that the model was given (links.py).
DATA, INIT, OUTPUT = "data.json", "init.json", "out.csv"


class Refused(ValueError):
    """Not within what the broker runs; the message names the argument."""


@dataclass(frozen=True)
class Whole:
    low: int
    high: int

    def check(self, name: str, value: object) -> str:
        if type(value) is not int or not self.low <= value <= self.high:
            raise Refused(f"{name} must be a whole number from {self.low} to {self.high}")
        return str(value)


@dataclass(frozen=True)
class Real:
    low: float
    high: float

    def check(self, name: str, value: object) -> str:
        # Not-a-number fails the comparison.
        if type(value) not in (int, float) or not self.low <= value <= self.high:  # type: ignore[operator]
            raise Refused(f"{name} must be a number from {self.low:g} to {self.high:g}")
        return repr(value)


@dataclass(frozen=True)
class Word:
    words: tuple[str, ...]

    def check(self, name: str, value: object) -> str:
        if type(value) is not str or value not in self.words:
            raise Refused(f"{name} must be one of {', '.join(self.words)}")
        return value


Rule = Whole | Real | Word
SWITCH = Whole(0, 1)

COMMON: dict[str, Rule] = {
    "id": Whole(0, 1_000_000),
    "seed": Whole(0, 4_294_967_295),
    "refresh": Whole(0, 1_000_000),
    "sig_figs": Whole(1, 18),
}
#: In the order in which the program takes them.
OPTIMIZE: dict[str, Rule] = {
    "algorithm": Word(("lbfgs", "bfgs", "newton")),
    "init_alpha": Real(1e-15, 1e6),
    "tol_obj": Real(0, 1e15),
    "tol_rel_obj": Real(0, 1e15),
    "tol_grad": Real(0, 1e15),
    "tol_rel_grad": Real(0, 1e15),
    "tol_param": Real(0, 1e15),
    "history_size": Whole(1, 1_000),
    "iter": Whole(1, 1_000_000),
    "save_iterations": SWITCH,
    "jacobian": SWITCH,
}
SAMPLE: dict[str, Rule] = {
    "num_samples": Whole(0, 100_000),
    "num_warmup": Whole(0, 100_000),
    "save_warmup": SWITCH,
    "thin": Whole(1, 100_000),
    "algorithm": Word(("hmc", "fixed_param")),
    "max_depth": Whole(1, 30),
    "stepsize": Real(1e-15, 1e6),
    "metric": Word(("unit_e", "diag_e", "dense_e")),
    "engaged": SWITCH,
    "delta": Real(0, 1),
    "init_buffer": Whole(0, 100_000),
    "window": Whole(0, 100_000),
    "term_buffer": Whole(0, 100_000),
}
METHODS = {"optimize": OPTIMIZE, "sample": SAMPLE}
#: Words that open a group of the program's command line, by the argument that comes first in the group.
OPENING = {"max_depth": "engine=nuts", "engaged": "adapt"}


@dataclass(frozen=True)
class Request:
    """One run of the program: the words after its name, and the bytes that follow the header."""

    words: list[str]
    data_bytes: int
    init_bytes: int


def parse(header: object) -> Request:
    """Raises Refused unless every part is exactly as expected."""
    if type(header) is not dict or set(header) != {"method", "arguments", "data", "init"}:
        raise Refused("a request has a method, arguments and the sizes of its data and its starting values")
    method, arguments = header["method"], header["arguments"]
    if type(method) is not str or method not in METHODS:
        raise Refused(f"the method must be one of {', '.join(METHODS)}")
    if type(arguments) is not dict:
        raise Refused("the arguments are not an object")
    rules = METHODS[method]
    given: dict[str, str] = {}
    for name, value in arguments.items():
        rule = COMMON.get(name) or rules.get(name)
        if rule is None:
            raise Refused(f"the argument {name[:40]!r} is not offered here")
        given[name] = rule.check(name, value)
    for name in ("data", "init"):
        if type(header[name]) is not int or not 2 <= header[name] <= MAXIMUM_TEXT:
            raise Refused(f"{name} must have from 2 to {MAXIMUM_TEXT:,} bytes")
    return Request(_words(method, rules, given), header["data"], header["init"])


def _words(method: str, rules: dict[str, Rule], given: dict[str, str]) -> list[str]:
    def pair(name: str) -> list[str]:
        return [f"{name}={given[name]}"] if name in given else []

    words = pair("id")
    if "seed" in given:
        words += ["random", *pair("seed")]
    words += ["data", f"file={DATA}", f"init={INIT}", "output", f"file={OUTPUT}", *pair("refresh"), *pair("sig_figs")]
    words += [f"method={method}"]
    for name in rules:
        if name in given and name in OPENING:
            words.append(OPENING[name])
        words += pair(name)
    return words
