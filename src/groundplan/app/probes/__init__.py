"""What a probe needs before it runs: a person's permission, a copy of the code, and the tools around it."""
