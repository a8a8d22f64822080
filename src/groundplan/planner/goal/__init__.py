"""A goal as the planner reads it: its kind, names and demands. May import what the planner may."""
