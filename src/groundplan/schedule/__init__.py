"""What follows from a task graph: order, waves, the longest chain; how much work a task is. Pure.

May import: wording, plan.
"""
