# A command agent that leaves a daemon behind and takes its time.
setsid sleep 600 &
sleep 2
cp "$1" solution.py
