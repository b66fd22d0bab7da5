"""Training programs; the only layer beside models.torch that imports torch."""
