"""How frames become pictures: SVG and text."""
