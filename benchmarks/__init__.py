"""Speed and accuracy, measured; never part of the tests."""
