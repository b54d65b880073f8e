"""Animated rulebooks whose every picture was played by a rules engine."""

__version__ = "0.1.0"
