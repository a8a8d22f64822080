"""The conversation about a plan: turns, questions, answers, decisions, research.

May import: the folders below it in `app`.
"""
