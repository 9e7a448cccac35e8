"""What the task generators share: numbers that are the same on every machine, and the files of a variant."""
