"""`make bench`: every figure as a ratio to a peer that is measured in the same run, and the weight of a page."""

from tests.bench import frames, pages, perft

for part in (perft, frames, pages):
    part.main()
