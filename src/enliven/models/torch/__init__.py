"""Torch nets (extra ``train``); nothing on the path of a user's command imports them."""
