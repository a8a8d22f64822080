"""A plan's tasks as a schedule: the board, suppositions, drawings and reports.

May import: what `app` may.
"""
