"""Trained graphs on ONNX Runtime: arrays in, arrays out, with a card that says what they are."""
