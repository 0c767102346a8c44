"""Whole games kept as text: what the engine answers to every command of them may never change unseen."""
