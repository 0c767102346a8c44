"""Programs that measure; nothing in here passes or fails by how fast anything was."""
