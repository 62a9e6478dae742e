"""The kinds of terms, a module each: line, search half, phone data and usual mistakes together."""
