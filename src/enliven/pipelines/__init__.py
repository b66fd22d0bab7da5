"""Routes: they compose the layers below and own no maths."""
