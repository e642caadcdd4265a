"""What staff look at: who needs help, which causes a class has, and whose work is equal."""
