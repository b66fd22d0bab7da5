"""Laws: pure functions of arrays. No files, no torch."""
