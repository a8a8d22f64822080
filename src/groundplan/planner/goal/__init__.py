"""A goal as the planner reads it: its kind and names. May import what the planner may."""
