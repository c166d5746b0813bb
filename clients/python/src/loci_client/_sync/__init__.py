# Made by generate.py from _async/__init__.py.
"""The client, written once: ``generate.py`` makes ``_sync`` of it."""
