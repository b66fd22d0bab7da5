"""What training clips are called: labels read, said in many ways, as users would type them."""
