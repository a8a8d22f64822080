"""What words say, read in one way each: stems, names of tasks, dependencies. Pure.

May import: plan.
"""
