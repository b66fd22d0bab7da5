"""Small independent writers, so that readers are not tested against themselves."""

import struct

import numpy as np

PLY_TYPES = {
    "char": "b",
    "uchar": "B",
    "short": "h",
    "ushort": "H",
    "int": "i",
    "uint": "I",
    "float": "f",
    "double": "d",
}


def obj_text(vertices, polygons, *, uvs=None, normals=None, corners=None, head="", colours=None):
    lines = [head] if head else []
    for number, point in enumerate(vertices):
        tail = "" if colours is None else " " + " ".join(repr(float(c)) for c in colours[number])
        lines.append("v " + " ".join(repr(float(c)) for c in point) + tail)
    lines += ["vt " + " ".join(repr(float(c)) for c in uv) for uv in uvs if uvs is not None] if uvs is not None else []
    lines += ["vn " + " ".join(repr(float(c)) for c in n) for n in normals] if normals is not None else []
    for number, polygon in enumerate(polygons):
        words = corners[number] if corners is not None else [str(vertex + 1) for vertex in polygon]
        lines.append("f " + " ".join(words))
    return ("\n".join(lines) + "\n").encode()


def off_text(vertices, polygons, keyword="OFF"):
    lines = [keyword, f"{len(vertices)} {len(polygons)} 0"]
    lines += [" ".join(repr(float(c)) for c in point) for point in vertices]
    lines += [" ".join(map(str, [len(polygon), *polygon])) for polygon in polygons]
    return ("\n".join(lines) + "\n").encode()


def ply_bytes(encoding, elements, comments=()):
    """``elements``: (name, [(property, type or (count type, item type))], rows)."""
    head = ["ply", f"format {encoding} 1.0", *(f"comment {comment}" for comment in comments)]
    body = b""
    order = ">" if encoding == "binary_big_endian" else "<"
    for name, properties, rows in elements:
        head.append(f"element {name} {len(rows)}")
        for label, kind in properties:
            head.append(
                f"property {kind} {label}" if isinstance(kind, str) else f"property list {' '.join(kind)} {label}"
            )
        for row in rows:
            if encoding == "ascii":
                words = []
                for (_, kind), value in zip(properties, row, strict=True):
                    words += [value] if isinstance(kind, str) else [len(value), *value]
                body += (" ".join(repr(w) for w in words) + "\n").encode()
                continue
            for (_, kind), value in zip(properties, row, strict=True):
                if isinstance(kind, str):
                    body += struct.pack(order + PLY_TYPES[kind], value)
                else:
                    body += struct.pack(order + PLY_TYPES[kind[0]], len(value))
                    body += struct.pack(order + PLY_TYPES[kind[1]] * len(value), *value)
    return "\n".join([*head, "end_header", ""]).encode() + body


def ply_mesh(encoding, vertices, polygons, *, count="uchar", item="int", scalar="double", extra=()):
    points = [tuple(float(c) for c in point) for point in vertices]
    faces = [([int(v) for v in polygon],) for polygon in polygons]
    elements = [
        ("vertex", [(axis, scalar) for axis in "xyz"], points),
        ("face", [("vertex_indices", (count, item))], faces),
    ]
    return ply_bytes(encoding, [*extra, *elements])


def stl_binary(triangles, *, header=b"made by hand", spare=None):
    records = b""
    for number, triangle in enumerate(triangles):
        bits = 0 if spare is None else spare[number]
        records += struct.pack("<12fH", 0, 0, 0, *np.ravel(triangle), bits)
    return header.ljust(80, b" ")[:80] + struct.pack("<I", len(triangles)) + records


def stl_ascii(triangles, name="thing"):
    lines = [f"solid {name}"]
    for triangle in triangles:
        corners = "".join(f"      vertex {x!r} {y!r} {z!r}\n" for x, y, z in np.asarray(triangle, dtype=float).tolist())
        lines.append(f"  facet normal 0 0 1\n    outer loop\n{corners}    endloop\n  endfacet")
    return "\n".join([*lines, f"endsolid {name}", ""]).encode()
