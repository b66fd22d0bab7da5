"""Trained models: torch nets (models.torch), their ONNX twins (models.runtime), text, samplers."""
