/** Descriptions by which tools are compared. */
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const body = (type: string, schema: object): object => ({
  required: true,
  content: { [type]: { schema } },
});
const text = { type: "string" };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  required,
  properties,
});
const pet = { $ref: "#/components/schemas/Pet" };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const api = (paths: object, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Probe", version: "1" },
  paths,
  ...more,
});

/** One operation that every tool can read. */
export const plain = api({
  "/pets/{id}": {
    get: { operationId: "getPet", parameters: [id], responses: { 200: json(object({ a: text })) } },
  },
});

/** The same with an optional parameter. */
export const plainWithParameter = api({
  "/pets/{id}": {
    get: {
      operationId: "getPet",
      parameters: [id, { name: "depth", in: "query", schema: { type: "integer" } }],
      responses: { 200: json(object({ a: text })) },
    },
  },
});

/** One operation that can be read, and one that cannot: its parameter is nowhere. */
export const broken = api({
  "/good": { get: { operationId: "getGood", responses: { 200: json(object({ a: text })) } } },
  "/bad": {
    get: {
      operationId: "getBad",
      parameters: [{ $ref: "#/components/parameters/Missing" }],
      responses: { 200: json(text) },
    },
  },
});

/** Operations of many kinds. */
export const probe = api(
  {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "filter", in: "query", style: "deepObject", schema: object({ a: text }) },
          {
            name: "ids",
            in: "query",
            style: "pipeDelimited",
            explode: false,
            schema: { type: "array", items: { type: "integer" } },
          },
          {
            name: "json",
            in: "query",
            content: { "application/json": { schema: object({ a: { type: "integer" } }) } },
          },
          { name: "csv", in: "query", explode: false, schema: { type: "array", items: text } },
        ],
        responses: { 200: json({ type: "array", items: pet }) },
      },
      post: {
        operationId: "createPet",
        requestBody: body("application/json", pet),
        responses: {
          201: json(pet),
          422: json(object({ fields: { type: "array", items: text } }, ["fields"])),
        },
      },
    },
    "/pets/{id}": { get: { operationId: "getPet", parameters: [id], responses: { 200: json(pet) } } },
    "/form": {
      post: {
        operationId: "sendForm",
        requestBody: body(
          "application/x-www-form-urlencoded",
          object({ a: text, list: { type: "array", items: text } }),
        ),
        responses: { 204: { description: "" } },
      },
    },
    "/upload": {
      post: {
        operationId: "upload",
        requestBody: body(
          "multipart/form-data",
          object({ note: text, file: { type: "string", format: "binary" } }),
        ),
        responses: { 204: { description: "" } },
      },
    },
    "/text": {
      post: {
        operationId: "sendText",
        requestBody: body("text/plain", text),
        responses: { 200: { description: "", content: { "text/plain": { schema: text } } } },
      },
    },
    "/bytes": {
      get: {
        operationId: "getBytes",
        responses: {
          200: {
            description: "",
            content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
          },
        },
      },
    },
    "/events": {
      get: {
        operationId: "watch",
        responses: {
          200: {
            description: "",
            content: { "text/event-stream": { schema: object({ n: { type: "integer" } }) } },
          },
        },
      },
    },
    "/two": {
      post: {
        operationId: "sendTwo",
        requestBody: {
          required: true,
          content: { "application/json": { schema: object({ a: text }) }, "text/csv": { schema: text } },
        },
        responses: { 204: { description: "" } },
      },
    },
    "/own": {
      servers: [{ url: "https://own.test" }],
      get: { operationId: "getOwn", responses: { 200: json(object({ a: text })) } },
    },
    "/items": {
      get: {
        operationId: "listItems",
        parameters: [{ name: "cursor", in: "query", schema: text }],
        responses: { 200: json(object({ items: { type: "array", items: text }, next_cursor: text })) },
      },
    },
  },
  {
    servers: [
      { url: "https://{region}.probe.test/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    ],
    components: {
      schemas: { Pet: object({ id: { type: "integer", readOnly: true }, name: text }, ["id", "name"]) },
    },
  },
);
