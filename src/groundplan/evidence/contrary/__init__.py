"""What code and history say against a goal, or leave open in it, as values: `planner` puts them in words."""
