import type { GenerateOptions } from "../../generator/src/rest/generate-rest-client.js";

type Call = (...args: readonly unknown[]) => unknown;

/** A compiled package. */
export type Loaded = Readonly<Record<string, Call>>;

/** A part of the runtime, with what makes a package need it. */
interface Part {
  /** Options of the generator. */
  readonly options?: GenerateOptions;
  /** Operations by path, whose operationId is that of the part. */
  readonly paths?: Readonly<Record<string, object>>;
  /** Other members of the document. */
  readonly document?: object;
  readonly components?: Readonly<Record<string, object>>;
  /** Calls the operation, or uses the entry, and returns what came. */
  readonly call?: (loaded: Loaded, session: unknown, load: (entry: string) => Promise<Loaded>) => unknown;
  readonly result?: unknown;
}

export const json = (schema: object): object => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
export const text = { type: "string" };
export const thing = { type: "object", required: ["id"], properties: { id: text } };
const post = (operationId: string, content: object): object => ({
  post: { operationId, requestBody: { required: true, content }, ...json(thing) },
});
export const get = (
  operationId: string,
  parameters: readonly object[],
  more: object = json(thing),
): object => ({
  get: { operationId, parameters, ...more },
});
const answer = (mediaType: string, schema: object): object => ({
  responses: { 200: { description: "", content: { [mediaType]: { schema } } } },
});
const all = async (items: unknown): Promise<readonly unknown[]> => {
  const list: unknown[] = [];
  for await (const item of (await items) as AsyncIterable<unknown>) list.push(item);
  return list;
};

/** The parts that a document or an option adds to a client of one GET. */
export const parts: Readonly<Record<string, Part>> = {
  keys: {
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
    paths: { "/keys": get("keys", [], { security: [{ key: [] }], ...json(thing) }) },
    call: (loaded, session) => loaded["keys"]?.(session),
  },
  oauth: {
    components: {
      securitySchemes: {
        app: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
      },
    },
    paths: { "/oauth": get("oauth", [], { security: [{ app: [] }], ...json(thing) }) },
    call: (loaded, session) => loaded["oauth"]?.(session),
  },
  pages: {
    paths: {
      "/pages": get(
        "listPages",
        [{ name: "cursor", in: "query", schema: text }],
        json({
          type: "object",
          properties: { items: { type: "array", items: thing }, next_cursor: text },
        }),
      ),
    },
    call: (loaded, session) => all(loaded["listAllPages"]?.(session)),
    result: [{ id: "1" }, { id: "2" }],
  },
  forms: {
    paths: { "/forms": post("forms", { "application/x-www-form-urlencoded": { schema: thing } }) },
    call: (loaded, session) => loaded["forms"]?.(session, { id: "1" }),
  },
  multipart: {
    paths: { "/multipart": post("multipart", { "multipart/form-data": { schema: thing } }) },
    call: (loaded, session) => loaded["multipart"]?.(session, { id: "1" }),
  },
  bodies: {
    paths: { "/bodies": post("bodies", { "application/json": { schema: thing } }) },
    call: (loaded, session) => loaded["bodies"]?.(session, { id: "1" }),
  },
  uploads: {
    paths: {
      "/uploads": post("uploads", { "application/octet-stream": { schema: { ...text, format: "binary" } } }),
    },
    call: (loaded, session) => loaded["uploads"]?.(session, new Blob(["a"])),
  },
  cookies: {
    paths: { "/cookies": get("cookies", [{ name: "c", in: "cookie", schema: text }]) },
    call: (loaded, session) => loaded["cookies"]?.(session, { params: { c: "1" } }),
  },
  styles: {
    paths: {
      "/styles": get("styles", [
        { name: "s", in: "query", style: "deepObject", explode: true, schema: thing },
      ]),
    },
    call: (loaded, session) => loaded["styles"]?.(session, { params: { s: { id: "1" } } }),
  },
  limits: {
    paths: {
      "/limits": get("limits", [{ name: "n", in: "query", schema: { type: "integer", maximum: 9 } }]),
    },
    call: (loaded, session) => loaded["limits"]?.(session, { params: { n: 3 } }),
  },
  alternatives: {
    paths: { "/alternatives": get("alternatives", [], json({ oneOf: [thing, { type: "boolean" }] })) },
    call: (loaded, session) => loaded["alternatives"]?.(session),
  },
  inheritance: {
    paths: {
      "/inheritance": get("inheritance", [], json({ allOf: [thing, { properties: { name: text } }] })),
    },
    call: (loaded, session) => loaded["inheritance"]?.(session),
  },
  arrays: {
    paths: {
      "/arrays": get("arrays", [], json({ ...thing, properties: { id: text, all: { items: text } } })),
    },
    call: (loaded, session) => loaded["arrays"]?.(session),
  },
  maps: {
    paths: { "/maps": get("maps", [], json({ type: "object", additionalProperties: text })) },
    call: (loaded, session) => loaded["maps"]?.(session),
  },
  enums: {
    paths: {
      "/enums": get("enums", [], json({ ...thing, properties: { id: { ...text, enum: ["1"] } } })),
    },
    call: (loaded, session) => loaded["enums"]?.(session),
  },
  lengths: {
    paths: {
      "/lengths": get("lengths", [], json({ ...thing, properties: { id: { ...text, maxLength: 9 } } })),
    },
    call: (loaded, session) => loaded["lengths"]?.(session),
  },
  files: {
    paths: { "/files": get("files", [], answer("application/pdf", { ...text, format: "binary" })) },
    call: async (loaded, session) => ((await loaded["files"]!(session)) as Blob).text(),
    result: '{"id":"1"}',
  },
  texts: {
    paths: { "/texts": get("texts", [], answer("text/plain", text)) },
    call: (loaded, session) => loaded["texts"]?.(session),
    result: '{"id":"1"}',
  },
  events: {
    paths: { "/events": get("events", [], answer("text/event-stream", thing)) },
    call: (loaded, session) => all(loaded["events"]?.(session)),
    result: [],
  },
  lines: {
    paths: { "/lines": get("lines", [], answer("application/jsonl", thing)) },
    call: (loaded, session) => all(loaded["lines"]?.(session)),
    result: [{ id: "1" }],
  },
  idempotency: {
    paths: {
      "/idempotency": {
        post: {
          operationId: "idempotency",
          parameters: [{ name: "Idempotency-Key", in: "header", schema: text }],
          ...json(thing),
        },
      },
    },
    call: (loaded, session) => loaded["idempotency"]?.(session),
  },
  failures: {
    paths: {
      "/failures": get("failures", [], {
        responses: {
          200: { description: "", content: { "application/json": { schema: thing } } },
          422: { description: "", content: { "application/json": { schema: thing } } },
        },
      }),
    },
    call: (loaded, session) => loaded["failures"]?.(session),
  },
  servers: {
    document: {
      servers: [
        { url: "https://{region}.a.test", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
        { url: "https://b.test" },
      ],
    },
  },
  numbers: {
    options: { int64: "bigint" },
    paths: {
      "/numbers": get(
        "numbers",
        [],
        json({ ...thing, properties: { id: text, n: { type: "integer", format: "int64" } } }),
      ),
    },
    call: (loaded, session) => loaded["numbers"]?.(session),
  },
  dates: {
    options: { hasDates: true },
    paths: {
      "/dates": post("dates", {
        "application/json": {
          schema: { ...thing, properties: { id: text, at: { ...text, format: "date-time" } } },
        },
      }),
    },
    call: (loaded, session) => loaded["dates"]?.(session, { id: "1", at: new Date(0) }),
  },
  webhooks: {
    document: {
      webhooks: {
        added: {
          post: { requestBody: { content: { "application/json": { schema: thing } } }, responses: {} },
        },
      },
    },
    call: async (_, __, load) => typeof (await load("webhooks"))["WebhookError"],
    result: "function",
  },
  lazy: {
    options: { hasLazyGroups: true },
    call: async (_, __, load) => typeof (await load("lazy"))["AcmeClient"],
    result: "function",
  },
  opentelemetry: {
    options: { hasOpenTelemetry: true },
    call: async (_, __, load) => typeof (await load("opentelemetry"))["openTelemetryHooks"]?.(),
    result: "object",
  },
  schemas: {
    options: { hasStandardSchema: true },
    call: async (_, __, load) => typeof (await load("standard-schema"))["schemaOf"],
    result: "function",
  },
  testing: {
    options: { hasTesting: true },
    call: async (_, __, load) => typeof (await load("testing"))["mock"],
    result: "function",
  },
  guide: {
    options: { hasGuide: true },
    call: async (_, __, load) => typeof (await load("guide/index"))["guide"],
    result: "object",
  },
};
