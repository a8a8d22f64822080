"""Questions about a goal, the code, its history and its packages. Nothing here writes.

May import: the folders below it in `app`.
"""
