"""The demo club: a club file, four accounts and a cup, for trying the site out."""
