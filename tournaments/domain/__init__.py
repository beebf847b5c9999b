"""What can be done with tables and their publication, and what can be asked about them."""
