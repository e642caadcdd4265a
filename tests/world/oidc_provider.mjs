// A provider that others wrote: npm's oidc-provider, with its own pages for signing in and consent.
// It prints its issuer once it listens, and ends with its standard input.

import { createServer } from "node:http";
import Provider from "oidc-provider";

const [redirectUri] = process.argv.slice(2);
console.warn = console.info = () => {};

const listener = createServer();
listener.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${listener.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "backgrade", client_secret: "a-secret-of-both", redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["only for tests"] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `${id} of elsewhere`, email: `${id}@example.edu`, email_verified: true }),
    }),
  });
  listener.on("request", provider.callback());
  process.stdout.write(`${issuer}\n`);
});
process.stdin.resume().on("end", () => process.exit());
