"""What holds requests open, in front of Django, by the same cursor; no query is made in the event loop."""
