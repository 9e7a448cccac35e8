"""What a model and the broker use is the run's own: its memory, its processor time, its clock, its threads."""

from __future__ import annotations

from broker_boxes import Boxes

MB = 1_000_000


def test_a_model_that_never_ends_is_killed_at_the_wall_clock(boxes: Boxes) -> None:
    outcome = boxes.run("fit(b'while True: pass')", {"wall_seconds": 1.5})
    assert outcome.status == "timeout"


def test_a_model_that_closes_its_output_and_sleeps_is_killed_at_the_wall_clock(boxes: Boxes) -> None:
    outcome = boxes.run("fit(b'import os, time; os.close(1); os.close(2); time.sleep(60)')", {"wall_seconds": 1.5})
    assert outcome.status == "timeout"


def test_a_models_memory_is_the_runs(boxes: Boxes) -> None:
    outcome = boxes.run("fit(b'import time; held = bytearray(400_000_000); time.sleep(60)')", {"memory_bytes": 150 * MB})
    assert outcome.status == "out_of_memory"
    assert outcome.peak_bytes > 150 * MB


def test_a_models_short_peak_is_seen_by_the_kernels_account(boxes: Boxes) -> None:
    outcome = boxes.run("fit(b'held = bytearray(200_000_000)\\ndel held')", {"memory_bytes": 150 * MB})
    assert outcome.status == "out_of_memory"


def test_memory_of_the_solution_and_of_its_model_is_added_up(boxes: Boxes) -> None:
    code = "held = bytearray(100_000_000)\nfit(b'import time; held = bytearray(100_000_000); time.sleep(60)')"
    assert boxes.run(code, {"memory_bytes": 150 * MB}).status == "out_of_memory"


def test_bytes_that_are_parked_with_the_broker_are_charged(boxes: Boxes) -> None:
    code = "say(header(data=32 << 20, init=32 << 20))\nhear()\nfor _ in range(60):\n    raw(bytes(1 << 20))\ntime.sleep(60)"
    outcome = boxes.run(code, {"memory_bytes": 60 * MB, "wall_seconds": 30.0})
    assert outcome.status == "out_of_memory"


def test_a_models_processor_time_is_the_runs(boxes: Boxes) -> None:
    code = "print(fit(b'import time\\nwhile time.process_time() < 1.0: pass')[0])"
    outcome = boxes.run(code)
    assert outcome.status == "finished"
    assert 1.0 <= outcome.result["cpuSeconds"] < 5


def test_a_model_is_pinned_to_the_runs_processors_and_stays_there(boxes: Boxes) -> None:
    look = "import os; print(len(os.sched_getaffinity(0)))\ntry:\n    os.sched_setaffinity(0, range(64))\nexcept OSError as e:\n    print(e.errno)"
    assert boxes.run(f"print(fit({look.encode()!r})[1], end='')", {"cores": 1}).out == "1\n1\n"


def test_a_model_counts_as_one_of_the_threads(boxes: Boxes) -> None:
    code = (
        "stop = threading.Event()\nthreads = []\ntry:\n    while True:\n"
        "        threads.append(threading.Thread(target=stop.wait, daemon=True)); threads[-1].start()\n"
        "except RuntimeError:\n    threads.pop()\nprint(len(threads), fit(b'print(1)')[0])\n"
        "stop.set()\nfor thread in threads: thread.join()\ntime.sleep(0.2)\nprint(fit(b'print(1)')[1], end='')"
    )
    outcome = boxes.run(code, {"threads": 8})
    first, second = outcome.out.splitlines()
    alive, _, answer = first.partition(" ")
    assert int(alive) <= 8
    assert answer.startswith("{'refused': 'no process is left for it within the limit of threads")
    assert second == "1"


def test_a_flood_of_output_keeps_its_head_and_a_large_table_arrives_whole(boxes: Boxes) -> None:
    tell = "import sys\nfor _ in range(2000): sys.stdout.write('x' * 50_000)\nopen('out.csv', 'w').write('y' * 50_000_000)"
    code = f"answer, log, table = fit({tell.encode()!r})\nprint(answer, set(log), len(table), set(table))"
    outcome = boxes.run(code, {"wall_seconds": 60.0})
    assert outcome.out == "{'code': 0, 'log': 65536, 'csv': 50000000} {'x'} 50000000 {121}\n"


def test_a_table_cannot_grow_past_its_limit(boxes: Boxes) -> None:
    tell = "import errno, os\nf = os.open('out.csv', os.O_WRONLY)\nn = 0\ntry:\n    while True: n += os.write(f, bytes(1 << 20))\nexcept OSError as e: print(errno.errorcode[e.errno], n)"
    code = f"answer, log, table = fit({tell.encode()!r})\nprint(log, len(table))"
    assert boxes.run(code, {"wall_seconds": 60.0}).out == "EFBIG 67108864\n 67108864\n"
