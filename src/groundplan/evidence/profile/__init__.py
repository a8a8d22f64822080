"""A project profile as a repository itself shows it, each value with the line it comes from. Reads only."""
