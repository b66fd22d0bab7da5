"""ONNX Runtime, which everything that runs a graph takes from here: it must be told to keep quiet before it starts.

From 1.29 on it writes a number of the machine into the user's cache folder and reports use to its maker, unless a
variable says otherwise at its first import. Somebody who sets that variable decides for themselves.
"""

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as onnxruntime

onnxruntime.disable_telemetry_events()  # on Windows, where the variable is not heeded
