"""Attacks, each with its bound: nothing is lost, nobody gets in, nobody is locked out."""
