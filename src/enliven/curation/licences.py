"""Which licences allow the default weights: permissive ones only, nothing share-alike or copyleft."""

import re

_SHARE_ALIKE = re.compile(r"\b(CC-BY-SA|BY-SA|L?A?GPL|SA-\d)|share-?alike", re.IGNORECASE)
_NOT_FREE = re.compile(r"\b(NC|ND|NonCommercial|NoDerivatives|proprietary|unknown)\b", re.IGNORECASE)
_PERMISSIVE = re.compile(r"^(CC0|MIT|BSD|CC-BY\b|WTFPL|public[- ]domain|Apache|ISC|Zlib|Unlicense)", re.IGNORECASE)

SHARE_ALIKE_AT_SOURCE = frozenset(
    {
        # CREDITS of OpenDungeons: CC-BY-SA 3.0 (Danimal)
        "opendungeons/TrainingDummy2.glb",
        "opendungeons/TrainingDummy3.glb",
        "opendungeons/TrainingDummy4.glb",
        # license.txt of mobs_monster: CC BY-SA 3.0 (AspireMint)
        "luanti/mobs_monster/mobs_spider.glb",
        "luanti/mobs_monster/zmobs_lava_flan.glb",
    }
)
"""Files that a table of clips may call permissive, while the credits of their own source say share-alike."""


def is_permissive(licence: str) -> bool:
    """Whether every licence named in the text is permissive.

    The names stand before the first bracket, alternatives apart by ``/``, parts together by ``+``; the bracket holds
    authors. A choice that includes a share-alike or GPL alternative counts as not permissive: strict on purpose, since
    which alternative covers which file is seldom written down.
    """
    terms = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", " ", licence)
    if _SHARE_ALIKE.search(terms) or _NOT_FREE.search(terms):
        return False
    names = [name.strip() for name in re.split(r"[/+,;]| and | or ", terms)]
    return all(_PERMISSIVE.match(name) for name in names if name) and any(names)
