"""`make bench`: figures as ratios to a peer measured in the same run, and the weight of a page."""

from tests.bench import frames, pages, perft

for part in (perft, frames, pages):
    part.main()
