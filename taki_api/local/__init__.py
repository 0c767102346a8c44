"""What `./taki` runs: PostgreSQL, Valkey and the server's processes on this machine; no Django here.

Django is only ever run by a child process, so that a broken setting is that child's message.
"""
