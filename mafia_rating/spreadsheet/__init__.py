"""Games from a spreadsheet: one row a seat, in columns that the user names."""
