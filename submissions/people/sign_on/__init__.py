"""Single sign-on: providers of OpenID Connect, and proxies that vouch for people. Decision 0041."""
