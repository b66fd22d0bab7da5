"""Words to numbers: a small sentence encoder on ONNX Runtime."""
