"""What the code says against a goal: one detector per module, each with evidence and numbers."""
