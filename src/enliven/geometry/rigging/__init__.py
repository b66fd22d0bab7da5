"""A rig for a mesh that has none: skeleton from shape, weights from distance inside the body."""

from enliven.geometry.rigging.auto import AutoRig as AutoRig
from enliven.geometry.rigging.auto import auto_rig as auto_rig
from enliven.geometry.rigging.moving_nodes import nodes_rig as nodes_rig
