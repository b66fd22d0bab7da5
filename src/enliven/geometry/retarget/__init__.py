"""Carry motions from rig to rig, limb by limb."""

from enliven.geometry.retarget.carrier import Carrier as Carrier
from enliven.geometry.retarget.carrier import carried as carried
from enliven.geometry.retarget.carrier import carrier as carrier
from enliven.geometry.retarget.carrier import plan_for as plan_for
from enliven.geometry.retarget.carrier import retargeted as retargeted
