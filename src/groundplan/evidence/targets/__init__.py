"""The files, definitions and tests that a goal would change: chosen out of all that is known about it."""
