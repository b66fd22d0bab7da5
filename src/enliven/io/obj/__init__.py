"""Wavefront OBJ: text, with separate indices for positions, texture coordinates and normals."""
