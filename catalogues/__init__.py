"""The message catalogues in ``locale/``: what there is to say, gathered from the code, and made ready to be read."""
