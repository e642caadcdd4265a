"""What launches of learning platforms and sign-on share: signed tokens, key sets, requests outward."""
