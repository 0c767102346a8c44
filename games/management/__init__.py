"""Commands of `manage.py` about games; what they do is done elsewhere."""
