"""What only a person can say, asked with a recommended answer and its evidence: one subject per module."""
