"""Prophet behind the walls: its fit is a program, and the agent's process can neither fork nor execute.

    agent's process                      broker process (trusted)              model process
    cmdstanpy asks for the program  -->  checks a header of bounded       -->  Landlock: the program and its libraries,
    (client.py stands in for             numbers, composes the command         nothing writable; an allow-list; exactly
    subprocess), sends two texts,        line, keeps the texts in              one execve (user notification, its
    writes the answer to the             memory files, runs one model          listener closed afterwards); no fork, no
    file that cmdstanpy reads       <--  at a time                        <--  socket; reads and writes three descriptors

Only bytes and numbers cross the pipes, never a path, so links and races have no object. The broker is forked by PID 1
before it imports anything; PID 1 (handle.py) charges what the broker and a model hold to the run, and never reads what
the agent sends. The broker dies with the box.
"""
