"""What the commits say: churn, ownership, files that change together, and what was tried before."""
