"""`python -m rulebook`."""

from rulebook.cli import main

if __name__ == "__main__":
    main()
