import { afterAll, describe, expect, it, vi } from "vitest";
import { answer, compile, expectCompiled, specOf, type Spec } from "./package.fixture.js";
import { spec as shop } from "./features.fixture.js";

afterAll(expectCompiled);

const info = { title: "Shop API", version: "1" };
const text = { type: "string" };
const withPaths = (paths: object, more: object = {}): object => ({ openapi: "3.1.0", info, paths, ...more });
const schemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-Key", description: "From your *settings*." },
  login: { type: "http", scheme: "basic" },
  app: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
};

/** Compiles the first example of a package's README, and runs it. Returns the README and the requests that it sends. */
async function runExample(spec: Spec, env: Readonly<Record<string, string>> = {}) {
  const readme = (await compile(spec)).text("README.md");
  const [, example = ""] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  const usage = `declare const process: { readonly env: Readonly<Record<string, string | undefined>> };\n${example.replace('from "@acme/api"', 'from "./index.js"')}`;
  const built = await compile(spec, usage);
  const sent: { readonly url: string; readonly headers: Headers }[] = [];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url: String(url), headers: new Headers(init.headers) });
    return Response.json(String(url).endsWith("/token") ? { access_token: "t" } : []);
  });
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  try {
    await built.load("usage.js");
    expect(error.mock.calls.filter(([code]) => code !== "NOT_FOUND" && code !== "VALIDATION")).toEqual([]);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
  return { readme, sent };
}

describe("the README of a REST client", () => {
  it.each<readonly [name: string, spec: Spec, env: Readonly<Record<string, string>>, url: string]>([
    ["servers and credentials", shop, { ACME_TOKEN: "t" }, "https://eu.shop.test/v1/orders"],
    ["no server", specOf({ A: text }), {}, "https://api.example.com/A"],
    [
      "a parameter in the path",
      withPaths({ "/pets/{pet-id}": { get: { operationId: "getPet", responses: answer(text) } } }),
      {},
      "https://api.example.com/pets/petId",
    ],
    [
      "a required query",
      withPaths({
        "/pets": {
          get: {
            operationId: "findPets",
            parameters: [
              { name: "status", in: "query", required: true, schema: { enum: ["sold", "free"] } },
              { name: "limit", in: "query", required: true, schema: { type: "integer" }, example: 7 },
            ],
            responses: answer(text),
          },
        },
      }),
      {},
      "https://api.example.com/pets?status=sold&limit=7",
    ],
    [
      "one operation with a body",
      withPaths({
        "/pets": {
          post: {
            operationId: "addPet",
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["name", "tags", "owner"],
                    properties: {
                      name: { type: "string", example: "Tom" },
                      tags: { type: "array", items: text },
                      owner: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
                    },
                  },
                },
              },
            },
            responses: answer(text),
          },
        },
      }),
      {},
      "https://api.example.com/pets",
    ],
  ])("starts with a call that compiles and runs: %s", async (_, spec, env, url) => {
    const { sent } = await runExample(spec, env);
    expect(sent.map((one) => one.url)).toEqual([url]);
  });

  it.each<
    readonly [
      scheme: keyof typeof schemes,
      env: Readonly<Record<string, string>>,
      header: string,
      value: string,
      note: string,
    ]
  >([
    [
      "apiKey",
      { ACME_TOKEN: "k" },
      "x-key",
      "k",
      "Credential `auth` `apiKey`: a key, sent in the header `X-Key`: From your \\*settings\\*.",
    ],
    [
      "login",
      { ACME_USERNAME: "a", ACME_PASSWORD: "b" },
      "authorization",
      "Basic YTpi",
      "Credential `auth` `login`: `{ username, password }`",
    ],
    [
      "app",
      { ACME_CLIENT_ID: "a", ACME_CLIENT_SECRET: "b" },
      "authorization",
      "Bearer t",
      "Credential `auth` `app`: `{ clientId, clientSecret }`",
    ],
  ])(
    "names the credential as the description does, with its variable: %s",
    async (scheme, env, header, value, note) => {
      const spec = withPaths(
        { "/pets": { get: { operationId: "listPets", responses: answer({ type: "array" }) } } },
        {
          servers: [{ url: "https://api.test", description: "Live" }],
          security: [{ [scheme]: [] }],
          components: { securitySchemes: schemes },
        },
      );
      const { readme, sent } = await runExample(spec, env);
      expect(sent.at(-1)?.headers.get(header)).toBe(value);
      expect(readme).toContain(note);
      expect(readme).toContain("- Server `https://api.test` (the default): Live");
      expect(readme).toContain('`auth: "external"`');
    },
  );

  it("lists operations by tag at its end, behind links", async () => {
    const readme = (await compile(shop)).text("README.md");
    expect(readme).toContain("- [`client.orders`](#operations-orders), 3 operations");
    expect(readme.indexOf('<a id="operations-orders"></a>orders')).toBeGreaterThan(
      readme.indexOf("## How calls behave"),
    );
    expect(readme.indexOf("| `orders.list` | GET /orders |")).toBeGreaterThan(
      readme.indexOf('operations-orders"></a>'),
    );
    for (const [, anchor] of readme.matchAll(/\]\(#(.*?)\)/g))
      expect(readme).toContain(`<a id="${anchor}"></a>`);
  });

  it("of types alone has a guard in its example, and no client", async () => {
    const spec = {
      openapi: "3.1.0",
      info,
      components: { schemas: { Pet: { type: "object", properties: { name: text } } } },
    };
    const readme = (await compile(spec)).text("README.md");
    expect(readme).toContain('import { isPet, type Pet } from "@acme/api";');
    expect(readme).not.toMatch(/AcmeClient|baseUrl/);
    const [, example = ""] = /```ts\n([^]*?)```/.exec(readme) ?? [];
    const usage = `declare const text: string;\n${example.replace('"@acme/api"', '"./index.js"').replace('"@acme/api/standard-schema"', '"./standard-schema.js"')}\nconsole.log(result);\n`;
    expect(await (await compile(spec, usage)).errors()).toBe("");
  });
});
