"""What things are: values of the one model of the world. numpy and the standard library only; no files, no torch."""
