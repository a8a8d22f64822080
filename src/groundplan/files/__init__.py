"""The one way to open a file that somebody else may have put there: a regular one, within a limit.

May import: plan.
"""
