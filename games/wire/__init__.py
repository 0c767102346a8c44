"""JSON to commands, and views and events to JSON: one form for answers, streams and sockets.

Whatever leaves the server of a game goes through here, and takes its content from `engine.sight`.
"""
