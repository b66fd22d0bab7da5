"""glTF 2.0: reading a file into a scene, and adding motion to it."""
