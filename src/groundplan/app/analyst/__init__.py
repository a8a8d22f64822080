"""The planner without a model: it surveys the code for a goal, writes the facts, asks, hears the answers.

May import: the folders below it in `app`.
"""
