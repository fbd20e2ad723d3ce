import { compile } from "./package.fixture.js";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

type Call = (options?: object) => Promise<unknown>;
/** Options of a client. */
export type Options = Readonly<Record<string, unknown>>;

/** A success with any JSON. */
export const ok = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
const schemes = {
  token: { type: "http", scheme: "bearer" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  tenant: { type: "apiKey", in: "query", name: "tenant" },
  login: { type: "http", scheme: "basic" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  tls: { type: "mutualTLS" },
  digest: { type: "http", scheme: "digest" },
};

/** A description with one operation `call`, which has this security. */
export const secured = (security: unknown, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://api.test/v1" }],
  paths: { "/a": { get: { operationId: "call", security, responses: ok } } },
  components: { securitySchemes: schemes },
  ...more,
});

/** Calls `call` of a compiled package. Returns the requests that were sent, and the error if there is one. */
export async function call(spec: object, options: Options = {}, callOptions: object = {}) {
  const built = await compile(spec);
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: Options) => { readonly call: Call; readonly other?: Call };
  };
  const sent: Sent[] = [];
  const fetch = async (url: string | URL, init: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), method: init.method ?? "GET", headers: new Headers(init.headers) });
    return Response.json(String(url).includes("token") ? { access_token: "fresh", expires_in: 3600 } : {});
  };
  const client = new AcmeClient({ fetch, ...options });
  const error = await client.call(callOptions).then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { readonly code: string },
  );
  return { client, sent, error };
}
