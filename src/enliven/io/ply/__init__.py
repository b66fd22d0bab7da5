"""PLY, ascii and binary: elements with named properties, of which vertices and faces are read."""
