import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, generate } from "./package.fixture.js";

afterAll(expectCompiled);

const pet = { $ref: "#/components/schemas/Pet" };
const body = (schema: unknown, required = true): object => ({
  requestBody: { required, content: { "application/json": { schema } } },
});

/** A shop in OpenAPI 3.0, with bodies, query and header parameters, and answers without a body. */
const shop = {
  openapi: "3.0.3",
  info: { title: "Pet Shop", version: "3" },
  paths: {
    "/pets": {
      parameters: [{ name: "x-tenant", in: "header", required: true, schema: { type: "string" } }],
      get: {
        tags: ["pets"],
        operationId: "listPets",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
          {
            name: "kind",
            in: "query",
            schema: { type: "array", items: { $ref: "#/components/schemas/Kind" } },
          },
        ],
        responses: answer({ type: "array", items: pet }),
      },
      post: {
        tags: ["pets"],
        operationId: "createPet",
        ...body(pet),
        responses: { 201: { description: "Created", content: { "application/json": { schema: pet } } } },
      },
    },
    "/pets/{pet_id}": {
      get: { tags: ["pets"], operationId: "getPet", parameters: [id()], responses: answer(pet) },
      put: {
        tags: ["pets"],
        operationId: "replacePet",
        parameters: [id()],
        ...body({ type: "object", properties: { name: { type: "string" } } }, false),
        responses: {
          200: { description: "Replaced", content: { "application/vnd.pet+json": { schema: pet } } },
          204: { description: "Same" },
        },
      },
      delete: {
        tags: ["pets"],
        operationId: "deletePet",
        parameters: [id()],
        responses: { 204: { description: "Gone" } },
      },
    },
    "/health": { get: { responses: answer({ type: "object", properties: { ok: { type: "boolean" } } }) } },
  },
  components: {
    schemas: {
      Kind: { type: "string", enum: ["cat", "dog"] },
      Pet: {
        type: "object",
        required: ["id", "secret"],
        properties: {
          id: { type: "integer", minimum: 0, exclusiveMinimum: true },
          name: { type: "string", nullable: true },
          kind: { allOf: [{ $ref: "#/components/schemas/Kind" }], nullable: true },
          owner: {
            nullable: true,
            oneOf: [
              { type: "object", required: ["email"], properties: { email: { type: "string" } } },
              { type: "string" },
            ],
          },
          secret: { type: "string", writeOnly: true },
        },
      },
    },
  },
};

function id(): object {
  return { name: "pet_id", in: "path", required: true, schema: { type: "integer" } };
}

const usage = `
import { AcmeClient, createPet, Session, type Pet, type PetRequest } from "./index.js";
const client = new AcmeClient({ baseUrl: "http://a.test" });
export async function use(pet: PetRequest): Promise<void> {
  const pets: Pet[] = await client.pets.list({ params: { "x-tenant": "t", limit: 3, kind: ["cat"] } });
  const made: Pet = await client.pets.create(pet, { params: { "x-tenant": "t" }, timeoutMs: 5 });
  const found: Pet | undefined = await client.pets.find(made.id);
  const replaced: Pet | void = await client.pets.replace(7, undefined);
  const gone: void = await client.pets.delete(7);
  const { ok }: { ok?: boolean } = await client.getHealth();
  await createPet(new Session({ baseUrl: "http://a.test" }), pet, { params: { "x-tenant": "t" } });
  // @ts-expect-error -- a secret is sent, and never read
  console.log(made.secret);
  // @ts-expect-error -- what was read lacks the secret
  await client.pets.create(made, { params: { "x-tenant": "t" } });
  // @ts-expect-error -- the header is required
  await client.pets.list({ params: { limit: 3 } });
  // @ts-expect-error -- not a kind
  await client.pets.list({ params: { "x-tenant": "t", kind: ["cow"] } });
  // @ts-expect-error -- no such parameter
  await client.pets.list({ params: { "x-tenant": "t", page: 1 } });
  // @ts-expect-error -- a body is required
  await client.pets.create(undefined, { params: { "x-tenant": "t" } });
  // @ts-expect-error -- a pet's number is a number
  await client.pets.get("7");
  console.log(pets, found, replaced, gone, ok);
}
`;

interface Pets {
  readonly [name: string]: (...args: unknown[]) => Promise<unknown>;
}

describe("a spec with bodies, in OpenAPI 3.0", () => {
  it("gives a client that compiles strictly and sends what it is told", async () => {
    const built = await compile(shop, usage);
    const { AcmeClient } = (await built.load("index.js")) as {
      AcmeClient: new (options: object) => { pets: Pets } & Pets;
    };
    const { mock } = (await built.load("testing.js")) as {
      mock: (fixtures: object) => {
        requests: { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown }[];
        baseUrl: string;
      };
    };
    const cat = { id: 1, name: null, kind: null, owner: null };
    const fetch = mock({
      "GET /pets": [cat],
      "POST /pets": ({ body }: { body: object }) => ({ ...cat, ...body }),
      "GET /pets/1": { ...cat, kind: "cat", owner: { email: "a@b.test" } },
      "PUT /pets/1": new Response(null, { status: 204 }),
      "DELETE /pets/1": new Response(null, { status: 204 }),
      "/health": { ok: true },
    });
    const client = new AcmeClient({ baseUrl: fetch.baseUrl, fetch, validate: "strict" });
    const tom = { id: 1, name: "Tom", secret: "s" };
    expect(await client.pets.list?.({ params: { "x-tenant": "t", limit: 3, kind: ["cat", "dog"] } })).toEqual(
      [cat],
    );
    expect(await client.pets.create?.(tom, { params: { "x-tenant": "t" } })).toEqual({
      ...cat,
      ...tom,
    });
    expect(await client.pets.find?.(1)).toMatchObject({ kind: "cat" });
    expect(await client.pets.find?.(2)).toBeUndefined();
    expect(await client.pets.replace?.(1, tom)).toBeUndefined();
    expect(await client.pets.delete?.(1)).toBeUndefined();
    expect(await client.getHealth?.()).toEqual({ ok: true });
    const validateRequests = "strict";
    const beyond = client.pets.list?.({ params: { "x-tenant": "t", limit: 51 }, validateRequests });
    await expect(beyond).rejects.toMatchObject({ code: "INVALID_ARGUMENT", operation: "pets.list" });
    await expect(beyond).rejects.toThrow("a whole number from 1 up to 50");
    const [list, create] = fetch.requests;
    expect(list?.query.toString()).toBe("limit=3&kind=cat&kind=dog");
    expect(list?.headers.get("x-tenant")).toBe("t");
    expect(create).toMatchObject({ method: "POST", path: "/pets", body: tom });
    expect(create?.headers.get("content-type")).toBe("application/json");
  });

  it("has guards that know nullable, bounds of 3.0 and what is only ever sent", async () => {
    const built = await compile(shop);
    const { isPet } = (await built.load("guards.js")) as { isPet: (value: unknown) => boolean };
    const values = [
      { id: 1 },
      { id: 0 },
      { id: 1, name: null },
      { id: 1, kind: null },
      { id: 1, kind: "cow" },
      { id: 1, owner: null },
      { id: 1, owner: {} },
      { id: 1, owner: "me" },
    ];
    expect(values.map(isPet)).toEqual([true, false, true, true, false, true, false, true]);
  });
});

describe("a spec of a hundred operations", () => {
  const large = {
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `/area${index % 10}/{id}/part${index}`,
        {
          [["get", "post", "delete", "patch"][index % 4] ?? "get"]: {
            tags: [`area ${index % 10}`],
            operationId: `doPart${index}`,
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            responses: answer({
              type: "object",
              required: ["a"],
              properties: {
                a: {
                  type: "array",
                  items: { type: "object", properties: { b: { type: ["string", "null"] } } },
                },
              },
            }),
          },
        },
      ]),
    ),
  };

  it("generates and compiles strictly", async () => {
    const built = await compile(large);
    expect(built.text("src/client.ts").match(/readonly area\d: Area\d;/g)).toHaveLength(10);
  });
});

describe("generation", () => {
  it("gives the same bytes again, and the same for YAML and JSON", async () => {
    const [first, second, third] = await Promise.all([
      generate(shop),
      generate(shop),
      generate(JSON.stringify(shop)),
    ]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });
});

describe("an answer in several forms, none of them JSON", () => {
  it("is read as the usual one where the server sends a form that it does not describe", async () => {
    const bytes = { schema: { type: "string", format: "binary" } };
    const built = await compile({
      openapi: "3.1.0",
      info: { title: "Files", version: "1" },
      paths: {
        "/label": {
          get: {
            operationId: "getLabel",
            responses: {
              200: { description: "", content: { "application/pdf": bytes, "image/png": bytes } },
            },
          },
        },
      },
    });
    const { AcmeClient } = (await built.load("index.js")) as {
      AcmeClient: new (options: object) => LabelClient;
    };
    const fetch = async (): Promise<Response> =>
      new Response("zpl", { headers: { "content-type": "application/zpl" } });
    const label = await new AcmeClient({ baseUrl: "http://a.test", fetch }).getLabel();
    expect(await label.text()).toBe("zpl");
  });
});

interface LabelClient {
  getLabel(): Promise<Blob>;
}
