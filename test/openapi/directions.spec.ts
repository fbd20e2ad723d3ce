import { afterAll, describe, expect, it } from "vitest";
import { compile, expectCompiled } from "./package.fixture.js";
import { codedError } from "../coded-error.js";

afterAll(expectCompiled);

const text = { type: "string" };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ "application/json": { schema } });
const answer = (schema: object): object => ({
  responses: { 200: { description: "", content: json(schema) } },
});

/** A user as it is sent and returned: the server sets `id`, and never returns `password`. */
const user = {
  type: "object",
  required: ["id", "name", "password"],
  properties: { id: { ...text, readOnly: true }, name: text, password: { ...text, writeOnly: true } },
};

/** Schemas in which both directions differ, with a body that fits, and what it lacks if it does not. */
const places: readonly (readonly [
  what: string,
  schema: object,
  good: unknown,
  bad: unknown,
  violation: string,
])[] = [
  ["a schema", ref("User"), { name: "a", password: "p" }, { name: "a" }, "password"],
  ["an inline schema", user, { name: "a", password: "p" }, { id: "1", name: "a" }, "password"],
  [
    "a property",
    { type: "object", required: ["user"], properties: { user: ref("User") } },
    { user: { name: "a", password: "p" } },
    { user: { id: "1", name: "a" } },
    "user.password",
  ],
  [
    "a list",
    { type: "array", items: ref("User") },
    [{ name: "a", password: "p" }],
    [{ name: "a" }],
    "password",
  ],
  [
    "a map",
    { type: "object", additionalProperties: ref("User") },
    { x: { name: "a", password: "p" } },
    { x: { name: "a" } },
    "x.password",
  ],
  [
    "a part of allOf",
    { allOf: [ref("User"), { type: "object", properties: { age: { type: "integer" } } }] },
    { name: "a", password: "p", age: 1 },
    { name: "a", age: 1 },
    "password",
  ],
  [
    "a part whose properties the whole requires",
    { allOf: [ref("Loose"), { required: ["id", "password"] }] },
    { password: "p" },
    {},
    "password",
  ],
  ["an alternative", { oneOf: [ref("User"), text] }, { name: "a", password: "p" }, { name: "a" }, "password"],
  ["itself", ref("Tree"), { secret: "s", below: [{ secret: "s" }] }, { secret: "s", below: [{}] }, "secret"],
];

const schemas = {
  User: user,
  Loose: { type: "object", properties: user.properties },
  Tree: {
    type: "object",
    required: ["id", "secret"],
    properties: {
      id: { ...text, readOnly: true },
      secret: { ...text, writeOnly: true },
      below: { type: "array", items: ref("Tree") },
    },
  },
};

const specOf = (openapi: string): object => ({
  openapi,
  info: { title: "Acme", version: "1" },
  servers: [{ url: "http://a.test" }],
  paths: Object.fromEntries(
    places.map(([, schema], index) => [
      `/p${index}`,
      {
        post: {
          operationId: `send${index}`,
          requestBody: { required: true, content: json(schema) },
          ...answer(schema),
        },
      },
    ]),
  ),
  components: { schemas },
});

type Client = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

/** Makes a client whose server returns a body, and collects what differs from the description. */
async function open(openapi: string, body: unknown) {
  const built = await compile(specOf(openapi));
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const drift: string[] = [];
  const onDrift = ({ path }: { path: string }): void => void drift.push(path);
  const fetch = async (): Promise<Response> => Response.json(body);
  return { client: new AcmeClient({ fetch, onDrift, validateRequests: "strict" }), drift };
}

/** Returns a value as a server returns it: with `id`, without secrets. */
function toAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toAnswer);
  if (typeof value !== "object" || value === null) return value;
  const isOwn = "password" in value || "secret" in value;
  const entries = Object.entries(value).filter(([name]) => name !== "password" && name !== "secret");
  return {
    ...(isOwn && { id: "1" }),
    ...Object.fromEntries(entries.map(([name, part]) => [name, toAnswer(part)])),
  };
}

describe.each(["3.0.3", "3.1.0", "3.2.0"])("readOnly and writeOnly in OpenAPI %s", (openapi) => {
  it.each(
    places.map(([what, , good, bad, violation], index) => [what, index, good, bad, violation] as const),
  )("hold in requests and responses: in %s", async (_, index, good, bad, violation) => {
    const answered = toAnswer(good);
    const { client, drift } = await open(openapi, answered);
    expect(await client[`send${index}`]?.(good)).toEqual(answered);
    expect(drift).toEqual([]);
    await expect(client[`send${index}`]?.(bad)).rejects.toThrow(
      codedError("INVALID_ARGUMENT", violation === "" ? "the body" : violation),
    );
  });

  it("report a required property that a response lacks", async () => {
    const { client, drift } = await open(openapi, { name: "a", password: "p" });
    await client["send0"]?.({ name: "a", password: "p" });
    expect(drift).toEqual(["id"]);
  });
});

it("have types that leave out what the other direction has, in both forms of a body", async () => {
  const form = {
    "application/x-www-form-urlencoded": { schema: ref("User") },
    "multipart/form-data": { schema: ref("User") },
  };
  const spec = {
    ...specOf("3.1.0"),
    paths: {
      "/users": {
        post: { operationId: "add", requestBody: { required: true, content: form }, ...answer(ref("User")) },
      },
    },
  };
  const built = await compile(
    spec,
    `
    import type { AcmeClient, Tree, TreeRequest, User, UserRequest } from "./index.js";
    export const user: UserRequest = { name: "a", password: "p" };
    export const tree: TreeRequest = { secret: "s", below: [{ secret: "s" }] };
    export const answered: User = { id: "1", name: "a" };
    export const answeredTree: Tree = { id: "1", below: [{ id: "2" }] };
    // @ts-expect-error The server sets it.
    export const own: UserRequest = { id: "1", name: "a", password: "p" };
    // @ts-expect-error It is never returned.
    export const secret = (one: User): string => one.password;
    export const call = (client: AcmeClient): unknown => client.add({ name: "a", password: "p" });`,
  );
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const client = new AcmeClient({
    fetch: async () => Response.json({ id: "1", name: "a" }),
    validateRequests: "strict",
  });
  expect(await client["add"]?.({ name: "a", password: "p" })).toEqual({ id: "1", name: "a" });
  const multipart = { contentType: "multipart/form-data" };
  expect(await client["add"]?.({ name: "a", password: "p" }, multipart)).toEqual({ id: "1", name: "a" });
  for (const options of [undefined, multipart])
    await expect(client["add"]?.({ name: "a" }, options)).rejects.toThrow(
      codedError("INVALID_ARGUMENT", "password"),
    );
});

it("hold in objects of a query too", async () => {
  const parameters = [
    { name: "deep", in: "query", style: "deepObject", explode: true, schema: ref("User") },
    { name: "json", in: "query", content: json(ref("User")) },
  ];
  const spec = {
    ...specOf("3.1.0"),
    paths: { "/users": { get: { operationId: "find", parameters, ...answer(text) } } },
  };
  const built = await compile(
    spec,
    `
    import type { AcmeClient } from "./index.js";
    const user = { name: "a", password: "p" };
    export const call = (client: AcmeClient): unknown => client.find({ params: { deep: user, json: user } });`,
  );
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const client = new AcmeClient({ fetch: async () => Response.json("a"), validateRequests: "strict" });
  for (const name of ["deep", "json"]) {
    expect(await client["find"]?.({ params: { [name]: { name: "a", password: "p" } } })).toBe("a");
    await expect(client["find"]?.({ params: { [name]: { name: "a" } } })).rejects.toThrow(
      codedError("INVALID_ARGUMENT", "password"),
    );
  }
});
