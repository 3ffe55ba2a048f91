"""The pages on which a tournament is run, below /tournaments/<slug>/manage/."""
