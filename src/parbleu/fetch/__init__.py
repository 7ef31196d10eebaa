"""Files from elsewhere: downloaded once, verified, and either whole or not there at all."""
