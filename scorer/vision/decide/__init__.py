"""From evidence to marks and doubts; what a legal game makes likely has a say."""
