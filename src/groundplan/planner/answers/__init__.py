"""What a user's words mean as an answer to a question. May import what the planner may."""
