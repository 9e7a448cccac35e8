"""The path to the broker is written to by hostile code: what is no request harms nothing but the asker's own run."""

from __future__ import annotations

import pytest
from broker_boxes import Boxes

#: In every box: a fit still works.
STILL_WORKS = "answer, printed, _ = fit(b'print(6 * 7)')\nprint('then', answer, printed, end='')\n"

REFUSED = {
    "an argument that is not known": "arguments={'seed': 1, 'save_profile': 1}",
    "text with a second argument in it": "arguments={'seed': '1 output file=/tmp/x'}",
    "text where a number belongs": "arguments={'seed': '1'}",
    "a truth value as a number": "arguments={'seed': True}",
    "a number out of its bounds": "arguments={'iter': 10**9}",
    "a number that is none": "arguments={'init_alpha': float('nan')}",
    "a number without end": "arguments={'tol_obj': float('inf')}",
    "another method": "method='generate_quantities'",
    "a method that is a list": "method=['optimize']",
    "arguments that are a list": "arguments=[['seed', 1]]",
    "an argument that is a list": "arguments={'algorithm': ['lbfgs']}",
    "a word that is not offered": "arguments={'algorithm': 'lbfgs file=/tmp/x'}",
    "a size of ten gigabytes": "data=10**10",
    "a size below nothing": "init=-5",
    "a size that is a fraction": "data=2.5",
    "one more key": "output='/tmp/x'",
    "a name with a path": "arguments={'../../x': 1}",
}


def test_what_is_not_exactly_a_request_gets_a_sentence_and_the_next_one_works(boxes: Boxes) -> None:
    code = "".join(f"say(header({change}))\nprint(hear())\n" for change in REFUSED.values())
    code += "say({})\nprint(hear())\nsay({'stop': True})\n" + STILL_WORKS
    outcome = boxes.run(code)
    *refusals, last = outcome.out.splitlines()
    assert [line for line in refusals if not line.startswith("{'refused': ")] == []
    assert len(refusals) == len(REFUSED) + 1
    assert last == "then {'code': 0, 'log': 3, 'csv': 0} 42"


@pytest.mark.parametrize(
    "bytes_sent",
    {
        "a message of four gigabytes": "b'\\xff' * 4",
        "a message of nothing": "b'\\0' * 4",
        "two megabytes at random": "b'\\0\\0\\0\\x40' + os.urandom(2_000_000)",
        "brackets without end": "struct.pack('>I', 4000) + b'[' * 4000",
        "a number of four thousand digits": "struct.pack('>I', 4000) + b'9' * 4000",
    }.values(),
)
def test_what_is_no_message_closes_the_path_and_the_run_goes_on(boxes: Boxes, bytes_sent: str) -> None:
    code = f"try:\n    raw({bytes_sent})\nexcept BrokenPipeError:\n    pass\nprint(hear()['refused'])\n"
    code += "try:\n    hear()\nexcept EOFError:\n    print('closed')\n"
    outcome = boxes.run(code)
    assert outcome.status == "finished"
    assert outcome.out.startswith("the model runner was closed by a message")
    assert outcome.out.endswith("\nclosed\n")


@pytest.mark.parametrize(
    "code",
    {
        "half a frame": "raw(b'\\0\\0')",
        "half a request": "say(header(data=1000))\nhear()\nraw(b'{' * 400)",
        "an answer that is never read": "print(begin(b\"print('x' * 60_000)\\nopen('out.csv', 'w').write('y' * 900_000)\"))\ntime.sleep(0.3)",
        "requests without end": "os.set_blocking(REQUESTS, False)\ntry:\n    while True:\n        raw(b'\\0\\0\\0\\2{}')\nexcept BlockingIOError:\n    pass",
        "four threads at once": (
            "def write():\n    try:\n        for number in range(40):\n            fit(b'pass')\n    except Exception:\n        pass\n"
            "threads = [threading.Thread(target=write, daemon=True) for _ in range(4)]\n"
            "for thread in threads: thread.start()\nthreads[0].join(1.0)"
        ),
        "both pipes closed": "os.close(REQUESTS)\nos.close(REPLIES)",
    }.values(),
)
def test_who_does_not_keep_to_the_turns_keeps_nobody_else_waiting(boxes: Boxes, code: str) -> None:
    outcome = boxes.run(code + "\nprint('end')", {"wall_seconds": 30.0})
    assert outcome.status == "finished", outcome.result["reason"]
    assert outcome.out.endswith("end\n")


def test_a_message_while_a_model_runs_ends_both(boxes: Boxes) -> None:
    outcome = boxes.run("begin(b'while True: pass')\nsay(header())\nprint(hear())\n", {"wall_seconds": 30.0})
    assert outcome.out == "{'refused': 'the model runner was closed by a message while a model ran'}\n"


def test_a_model_that_is_told_to_stop_is_killed_and_the_next_one_runs(boxes: Boxes) -> None:
    code = "begin(b'while True: pass')\nsay({'stop': True})\nprint(finish()[0])\n" + STILL_WORKS
    outcome = boxes.run(code, {"wall_seconds": 30.0})
    assert outcome.out == "{'code': -9, 'log': 0, 'csv': 0}\nthen {'code': 0, 'log': 3, 'csv': 0} 42\n"


def test_nothing_of_a_fit_is_left_for_the_next_one(boxes: Boxes) -> None:
    leave = "open('out.csv', 'w').write('left behind')"
    look = "print([len(open(n).read()) for n in ('out.csv', 'init.json')])"
    code = f"print(fit({leave.encode()!r}, b'secret' * 100)[2])\nprint(fit({look.encode()!r}, b'{{}}')[1], end='')\n"
    assert boxes.run(code).out == "b'left behind'\n[0, 2]\n"


def test_thirty_fits_one_after_the_other(boxes: Boxes) -> None:
    code = "print({fit(b'print(1)')[1] for _ in range(30)})"
    assert boxes.run(code).out == "{'1\\n'}\n"
