"""What follows from a task graph: order, slack, levelling, forecasts, what-if; how much a task is. Pure.

May import: files, wording, plan.
"""
