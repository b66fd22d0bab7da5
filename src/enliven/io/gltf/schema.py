"""The shape of glTF 2.0 JSON, as far as anything here reads it; what passes can be indexed without fear.

Source: Khronos, glTF 2.0 specification, properties reference (section 5), and the extensions named below.
"""

from enliven.io.gltf.kinds import (
    Check,
    Record,
    anything,
    flag,
    index_of,
    list_of,
    map_of,
    natural,
    number,
    numbers,
    one_of,
    text,
)

_COMPONENTS = one_of(5120, 5121, 5122, 5123, 5125, 5126)
_FLAT = {"name": text, "extensions": map_of(anything)}

_TRANSFORM = Record({"offset": numbers(2), "rotation": number, "scale": numbers(2), "texCoord": natural})
_TEXTURE_INFO = Record(
    {
        "index!": index_of("textures"),
        "texCoord": natural,
        "extensions": Record({"KHR_texture_transform": _TRANSFORM}),
    }
)
_SOURCE = Record({"source": index_of("images")})
_MESHOPT = Record(
    {
        "buffer!": index_of("buffers"),
        "byteOffset": natural,
        "byteLength!": natural,
        "byteStride!": natural,
        "count!": natural,
        "mode!": one_of("ATTRIBUTES", "TRIANGLES", "INDICES"),
        "filter": one_of("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"),
    }
)
_SPARSE = Record(
    {
        "count!": natural,
        "indices!": Record(
            {"bufferView!": index_of("bufferViews"), "byteOffset": natural, "componentType!": one_of(5121, 5123, 5125)}
        ),
        "values!": Record({"bufferView!": index_of("bufferViews"), "byteOffset": natural}),
    }
)
_DRACO = Record({"bufferView!": index_of("bufferViews"), "attributes!": map_of(natural)})
_PRIMITIVE = Record(
    {
        "attributes!": map_of(index_of("accessors")),
        "indices": index_of("accessors"),
        "material": index_of("materials"),
        "mode": one_of(0, 1, 2, 3, 4, 5, 6),
        "targets": list_of(map_of(index_of("accessors"))),
        "extensions": Record({"KHR_draco_mesh_compression": _DRACO}),
    }
)
_MATERIAL = Record(
    {
        "pbrMetallicRoughness": Record({"baseColorFactor": numbers(4), "baseColorTexture": _TEXTURE_INFO}),
        "alphaMode": text,
        "alphaCutoff": number,
        "doubleSided": flag,
        "name": text,
        "extensions": Record(
            {
                "KHR_materials_pbrSpecularGlossiness": Record(
                    {"diffuseFactor": numbers(4), "diffuseTexture": _TEXTURE_INFO}
                )
            }
        ),
    }
)
_CHANNEL = Record(
    {
        "sampler!": natural,
        "target!": Record({"node": index_of("nodes"), "path!": text}),
    }
)
_SAMPLER = Record(
    {
        "input!": index_of("accessors"),
        "output!": index_of("accessors"),
        "interpolation": one_of("LINEAR", "STEP", "CUBICSPLINE"),
    }
)

ROOT: dict[str, Check] = {
    "asset!": Record({"version!": text, "minVersion": text}),
    "extensionsUsed": list_of(text),
    "extensionsRequired": list_of(text),
    "buffers": list_of(Record({"byteLength!": natural, "uri": text} | _FLAT)),
    "bufferViews": list_of(
        Record(
            {
                "buffer!": index_of("buffers"),
                "byteOffset": natural,
                "byteLength!": natural,
                "byteStride": natural,
                "extensions": Record({"EXT_meshopt_compression": _MESHOPT, "KHR_meshopt_compression": _MESHOPT}),
            }
        )
    ),
    "accessors": list_of(
        Record(
            {
                "bufferView": index_of("bufferViews"),
                "byteOffset": natural,
                "componentType!": _COMPONENTS,
                "normalized": flag,
                "count!": natural,
                "type!": one_of("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"),
                "sparse": _SPARSE,
            }
        )
    ),
    "meshes": list_of(Record({"primitives!": list_of(_PRIMITIVE, least=1), "weights": list_of(number)} | _FLAT)),
    "nodes": list_of(
        Record(
            {
                "children": list_of(index_of("nodes")),
                "mesh": index_of("meshes"),
                "skin": index_of("skins"),
                "matrix": numbers(16),
                "translation": numbers(3),
                "rotation": numbers(4),
                "scale": numbers(3),
                "weights": list_of(number),
            }
            | _FLAT
        )
    ),
    "skins": list_of(
        Record(
            {
                "joints!": list_of(index_of("nodes"), least=1),
                "inverseBindMatrices": index_of("accessors"),
                "skeleton": index_of("nodes"),
            }
            | _FLAT
        )
    ),
    "animations": list_of(Record({"channels!": list_of(_CHANNEL), "samplers!": list_of(_SAMPLER)} | _FLAT)),
    "scenes": list_of(Record({"nodes": list_of(index_of("nodes"))} | _FLAT)),
    "scene": index_of("scenes"),
    "materials": list_of(_MATERIAL),
    "textures": list_of(
        Record(
            {
                "source": index_of("images"),
                "extensions": Record(
                    {"EXT_texture_webp": _SOURCE, "EXT_texture_avif": _SOURCE, "KHR_texture_basisu": _SOURCE}
                ),
            }
        )
    ),
    "images": list_of(Record({"uri": text, "bufferView": index_of("bufferViews")} | _FLAT)),
    "extensions": map_of(anything),
}
