import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, run, type CompiledPackage } from "./package.fixture.js";
import { codedError } from "../coded-error.js";

afterAll(expectCompiled);

const int64 = { type: "integer", format: "int64" };
const moment = { type: "string", format: "date-time" };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const pet = { $ref: "#/components/schemas/Pet" };

/** Large numbers and moments in every place that a description has. */
const spec = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: { ...int64, minimum: 1 } },
          { name: "after", in: "query", schema: int64 },
          { name: "since", in: "query", schema: moment },
          { name: "days", in: "query", schema: { type: "array", items: moment }, explode: false },
        ],
        responses: {
          ...answer(pet),
          404: { description: "", ...json({ type: "object", properties: { last: int64 } }) },
        },
      },
      post: {
        operationId: "savePet",
        parameters: [{ name: "id", in: "path", required: true, schema: int64 }],
        requestBody: json(pet),
        responses: answer(pet),
      },
    },
    "/lines": {
      get: {
        operationId: "listLines",
        responses: { 200: { description: "", content: { "application/jsonl": { itemSchema: pet } } } },
      },
    },
    "/pages": {
      get: {
        operationId: "listPages",
        parameters: [{ name: "offset", in: "query", schema: int64 }],
        responses: answer({ type: "array", items: pet }),
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id"],
        properties: {
          id: int64,
          born: moment,
          day: { type: "string", format: "date" },
          weight: { type: "number" },
          parent: pet,
          ids: { type: "array", items: int64 },
          kind: { ...int64, enum: [1, 2] },
          any: { oneOf: [{ type: "string" }, int64, { type: "null" }] },
          named: { type: "object", additionalProperties: int64 },
        },
      },
    },
  },
};

const large = "9007199254740993";
const body =
  `{"id":${large},"born":"2026-01-02T03:04:05.678Z","day":"2026-01-02","weight":${large},` +
  `"parent":{"id":7},"ids":[1,${large}],"kind":2,"any":${large},"named":{"a":${large}}}`;

interface Sent {
  readonly url: string;
  readonly body: string;
}

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

async function all(values: unknown): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const one of values as AsyncIterable<unknown>) found.push(one);
  return found;
}

/** A client of such a package that is answered with one text. */
async function clientOf(built: CompiledPackage, text: string, status = 200) {
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const sent: Sent[] = [];
  const told: string[] = [];
  const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
    sent.push({ url: decodeURIComponent(url), body: String(body) });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  };
  const onDrift = ({ path, expected }: { readonly path: string; readonly expected: string }): void => {
    told.push(`${path}: ${expected}`);
  };
  return { client: new AcmeClient({ baseUrl: "http://a.test", fetch, onDrift, retry: false }), sent, told };
}

describe("64-bit integers as numbers", () => {
  it("are refused if they would be rounded, both ways, and sent if not", async () => {
    const built = await compile(spec);
    const { client, sent } = await clientOf(built, body);
    const invalid = { code: "INVALID_ARGUMENT", clientReason: "REQUEST_INVALID" };
    await expect(client["getPet"]?.(Number(large))).rejects.toMatchObject(invalid);
    const rounded = client["savePet"]?.(1, { id: 1, ids: [Number(large)] });
    await expect(rounded).rejects.toMatchObject(invalid);
    await expect(rounded).rejects.toThrow("--int64");
    expect(sent).toEqual([]);
    const received = client["savePet"]?.(1, { id: 3, weight: 1e300 });
    await expect(received).rejects.toMatchObject({
      code: "VALIDATION",
      issues: expect.arrayContaining([expect.objectContaining({ path: "id", kind: "rounded" })]),
    });
    await expect(received).rejects.toThrow("--int64");
    expect(sent).toEqual([{ url: "http://a.test/pets/1", body: '{"id":3,"weight":1e+300}' }]);
  });

  it("are given as they come if answers are not looked at", async () => {
    const built = await compile(spec);
    const { client } = await clientOf(built, `{"id":${large}}`);
    await expect(client["savePet"]?.(1, undefined)).rejects.toMatchObject({ issues: [{ kind: "rounded" }] });
    const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
    const fetch = async (): Promise<Response> => new Response(`{"id":${large}}`);
    const careless = new AcmeClient({ baseUrl: "http://a.test", fetch, validate: "off" });
    expect(await careless["savePet"]?.(1, undefined)).toEqual({ id: Number(large) });
  });

  it("need nothing more in a package that only reads them", async () => {
    const { files } = await run({ ...spec, paths: { "/pages": spec.paths["/pages"] } });
    expect(files.map(({ path }) => path).filter((path) => /values|places/.test(path))).toEqual([
      "src/runtime/values.ts",
    ]);
  });
});

describe.each([
  [
    "bigint",
    BigInt(large),
    7n,
    `import { getPet, type Pet } from "./index.js"; export const id = (pet: Pet): bigint => pet.id; void getPet;`,
  ],
  [
    "text",
    large,
    "7",
    `import { type Pet } from "./index.js"; export const id = (pet: Pet): string => pet.id;`,
  ],
] as const)("64-bit integers as %s", (form, id, small, usage) => {
  it("keep all digits, wherever they are", async () => {
    const built = await compile(spec, usage, undefined, undefined, { int64: form });
    const { client, sent, told } = await clientOf(built, body);
    const pet = (await client["getPet"]?.(id, { params: { after: id } })) as object;
    expect(pet).toEqual({
      id,
      born: "2026-01-02T03:04:05.678Z",
      day: "2026-01-02",
      weight: Number(large),
      parent: { id: small },
      ids: [form === "bigint" ? 1n : "1", id],
      kind: 2,
      any: id,
      named: { a: id },
    });
    expect(told).toEqual([]);
    await client["savePet"]?.(small, pet);
    expect(sent).toEqual([
      { url: `http://a.test/pets/${large}?after=${large}`, body: "null" },
      { url: "http://a.test/pets/7", body: body.replace(`"weight":${large}`, '"weight":9007199254740992') },
    ]);
  });

  it("are bounded as described, in errors and in lines too", async () => {
    const built = await compile(spec, "", undefined, undefined, { int64: form });
    const { client } = await clientOf(built, `{"last":${large}}`, 404);
    await expect(
      client["getPet"]?.(form === "bigint" ? 0n : "0", { validateRequests: "strict" }),
    ).rejects.toThrow(codedError("INVALID_ARGUMENT", "from 1"));
    const error: unknown = await client["getPet"]?.(small).catch((reason: unknown) => reason);
    const { isGetPetError } = (await built.load("index.js")) as {
      isGetPetError: (error: unknown) => boolean;
    };
    expect(isGetPetError(error)).toBe(true);
    expect(error).toMatchObject({ body: { last: id } });
    const { client: lines } = await clientOf(built, `{"id":${large}}\n{"id":7}\n`);
    expect(await all(await lines["listLines"]?.())).toEqual([{ id }, { id: small }]);
  });

  it("count pages", async () => {
    const built = await compile(spec, "", undefined, undefined, { int64: form });
    const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return new Response(urls.length < 3 ? `[{"id":${urls.length}}]` : "[]");
    };
    const client = new AcmeClient({ baseUrl: "http://a.test", fetch });
    const found = await all(client["listAllPages"]?.());
    expect(urls).toEqual(["", "?offset=1", "?offset=2"].map((query) => `http://a.test/pages${query}`));
    expect(found).toHaveLength(2);
  });
});

describe("moments as dates", () => {
  const born = new Date("2026-01-02T03:04:05.678Z");

  it("are dates both ways, and days are text", async () => {
    const built = await compile(
      spec,
      `import { type Pet } from "./index.js"; export const year = ({ born }: Pet): number | undefined => born?.getFullYear();`,
      undefined,
      undefined,
      { hasDates: true },
    );
    const { client, sent, told } = await clientOf(
      built,
      `{"id":1,"born":"2026-01-02t05:04:05.678+02:00","day":"2026-01-02"}`,
    );
    const pet = await client["getPet"]?.(1, { params: { since: born, days: [born, born] } });
    expect(pet).toEqual({ id: 1, born, day: "2026-01-02" });
    await client["savePet"]?.(1, pet);
    const text = born.toISOString();
    expect(sent).toEqual([
      { url: `http://a.test/pets/1?since=${text}&days=${text},${text}`, body: "null" },
      { url: "http://a.test/pets/1", body: `{"id":1,"born":"${text}","day":"2026-01-02"}` },
    ]);
    expect(told).toEqual([]);
  });

  it.each(["2026-01-02", "2026-01-02T03:04:05", "2026-13-02T03:04:05Z", "2026-02-30T03:04:05Z", "soon", 7])(
    "are told if they are none: %s",
    async (value) => {
      const built = await compile(spec, "", undefined, undefined, { hasDates: true });
      const { client, told } = await clientOf(built, JSON.stringify({ id: 1, born: value }));
      expect(await client["getPet"]?.(1)).toEqual({ id: 1, born: value });
      expect(told).toEqual(["born: date"]);
    },
  );

  it("are refused before they are sent if they are invalid", async () => {
    const built = await compile(spec, "", undefined, undefined, { hasDates: true });
    const { client, sent } = await clientOf(built, "{}");
    const invalid = new Date(NaN);
    await expect(client["getPet"]?.(1, { params: { since: invalid } })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    const born = client["savePet"]?.(1, { id: 1, born: invalid });
    await expect(born).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    // The platform throws the same class of error as for a value that is nested too deep.
    await expect(born).rejects.toThrow("invalid date");
    expect(sent).toEqual([]);
  });
});

it("is carried along how values were read", async () => {
  const { files } = await run(spec, { int64: "text", hasDates: true });
  const description = files.find(({ path }) => path === "description.json");
  expect(JSON.parse(description?.text ?? "")).toMatchObject({ options: { int64: "text", hasDates: true } });
});

describe.each(["number", "bigint", "text"] as const)("integers of enums beyond 2^53 as %s", (int64) => {
  it("keep their digits in every place of an operation", async () => {
    const schema = '{"type":"integer","enum":[9007199254740993,2]}';
    const json = `{"application/json":{"schema":${schema}}}`;
    const operation = `{"operationId":"a","parameters":[{"name":"p","in":"path","required":true,"schema":${schema}},{"name":"q","in":"query","schema":${schema}}],"requestBody":{"content":${json}},"responses":{"200":{"description":"","content":${json}},"201":{"description":"","content":${json}}}}`;
    const document = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a/{p}":{"post":${operation}}}}`;
    const { files, omitted } = await run(document, { int64, hasGuide: true });
    expect(omitted).toEqual([]);
    const text = files.find(({ path }) => path === "src/operations/operations.ts")?.text ?? "";
    expect(text).toContain("9007199254740993");
    if (int64 !== "number") expect(text).not.toContain("9007199254740992");
  });
});

it("a header parameter of an operation overrides that of its path whatever their case", async () => {
  const parameter = (name: string): object => ({ name, in: "header", schema: { type: "string" } });
  const get = { operationId: "a", parameters: [parameter("x-tag")], responses: {} };
  const { files } = await run({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/a": { parameters: [parameter("X-Tag")], get } },
  });
  const text = files.find(({ path }) => path === "src/operations/operations.ts")?.text ?? "";
  expect(text.match(/x-tag/gi)).toEqual(["x-tag", "x-tag"]);
});
