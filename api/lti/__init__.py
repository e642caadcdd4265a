"""What learning platforms send browsers to, by LTI 1.3: one resource per file, each with a `router`.

Other sites send forms here, so forms are not bound to our pages: a login is bound to its browser instead.
"""
