"""Measurements: each module measures us beside somebody else in the same run."""
