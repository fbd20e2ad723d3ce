/** Sends a credential to a server by one door: `node doors.fixture.js DOOR ORIGIN`. Prints why it failed. */
import { applicationDefault } from "@stratus/runtime/application-default";
import { CatalogueClient } from "@svc/catalogue";
import { Cloud, federatedToken, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import * as web from "@svc/cloud/web";

const [, , door = "", origin = ""] = process.argv;
const secret = process.env["SECRET"];
const { host } = new URL(origin);
const headers = { authorization: `Bearer ${secret}` };

const get = (cloud) => new InstanceServiceClient(cloud).get({ id: "1" });
const node = (options) =>
  get(new Cloud({ apiDomain: "api.example.com", endpoint: host, timeoutMs: 5_000, ...options }));
const overFetch = (options) => get(new web.Cloud({ baseUrl: origin, timeoutMs: 5_000, ...options }));
// Nothing listens there, since the token is missing.
const nowhere = "127.0.0.1:9";

const doors = {
  fetch: () => fetch(origin, { headers }),
  gRPC: () => node({ credentials: staticToken(secret) }),
  "gRPC-web": () => overFetch({ credentials: web.staticToken(secret) }),
  Connect: () => overFetch({ protocol: "connect", credentials: web.staticToken(secret) }),
  "token exchange": () =>
    node({
      endpoint: nowhere,
      insecure: true,
      credentials: federatedToken.fromFunction(() => secret, { authUrl: origin }),
    }),
  "token exchange over fetch": () =>
    overFetch({
      baseUrl: `http://${nowhere}`,
      credentials: web.federatedToken.fromFunction(() => secret, { authUrl: origin }),
    }),
  "application default": () =>
    node({ endpoint: nowhere, insecure: true, credentials: applicationDefault({ scopes: ["a"] }) }),
  REST: () => new CatalogueClient({ baseUrl: origin, headers, retry: false }).subjects.list(),
  OAuth: async () => {
    const { Session, clientCredentials } = await import(process.env["REST_RUNTIME"]);
    const scheme = clientCredentials({ tokenUrl: `${origin}/token`, scopes: [] });
    const sign = (request, sent, send) =>
      scheme({ clientId: "id", clientSecret: secret }, sent, request, send);
    const operation = { name: "things.list", path: ["/things"], security: [["oauth"]] };
    await new Session({ baseUrl: `http://${nowhere}`, sign, retry: false }).call(operation, {});
  },
};

await doors[door]().then(
  () => console.log("answered"),
  (error) => console.log(String(error), String(error.cause)),
);
process.exit(0);
