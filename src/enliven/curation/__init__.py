"""From folders of animated files to training sets."""
