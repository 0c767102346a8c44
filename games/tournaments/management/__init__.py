"""What the management commands of tournaments are made of."""
