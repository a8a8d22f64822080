"""What a change is made of: the tasks that the code alone determines. May import what the planner may."""
