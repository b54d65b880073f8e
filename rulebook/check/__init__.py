"""`rulebook check`: that text, engine, scenes and languages agree, and the proof of it."""

from rulebook.check.agreement import PUBLISHABLE, blocking, check, frames, summary

__all__ = ["PUBLISHABLE", "blocking", "check", "frames", "summary"]
