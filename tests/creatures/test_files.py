"""A creature's file reads back as the creature."""
