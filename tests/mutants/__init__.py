"""`make mutants`: changes the rules and the prose of a book and tells what `rulebook check` overlooks."""
