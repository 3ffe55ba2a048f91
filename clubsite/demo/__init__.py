"""The demo club: a club file and four accounts, for trying the site out."""
