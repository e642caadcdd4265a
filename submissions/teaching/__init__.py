"""What is seen and done about results: by students, by staff, for the next term."""
