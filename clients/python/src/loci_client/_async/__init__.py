"""The client, written once: ``generate.py`` makes ``_sync`` of it."""
