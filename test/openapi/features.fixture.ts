import { answer } from "./package.fixture.js";

const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  required,
  properties,
});
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const text = { type: "string" };

/** An API with servers, credentials, errors, pages and answers of several kinds. */
export const spec = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [
    { url: "https://{region}.shop.test/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "https://sandbox.shop.test" },
  ],
  security: [{ token: [] }, { key: [], tenant: [] }],
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        tags: ["orders"],
        parameters: [
          { name: "cursor", in: "query", schema: text },
          { name: "limit", in: "query", schema: { type: "integer" } },
        ],
        responses: answer(
          object({
            data: { type: "array", items: { $ref: "#/components/schemas/Order" } },
            next_cursor: text,
          }),
        ),
      },
      post: {
        operationId: "createOrder",
        tags: ["orders"],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Order" } },
            "text/csv": { schema: text },
          },
        },
        responses: {
          201: json({ $ref: "#/components/schemas/Order" }),
          202: json(object({ ticket: text }, ["ticket"])),
          409: json(object({ conflict: text }, ["conflict"])),
          422: json(object({ fields: { type: "array", items: text } }, ["fields"])),
          default: json(object({ message: text }, ["message"])),
        },
      },
    },
    "/rooms": {
      get: {
        operationId: "listRooms",
        tags: ["rooms"],
        security: [],
        parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 1 } }],
        responses: { 200: { ...json({ type: "array", items: text }), headers: { Link: { schema: text } } } },
      },
    },
    "/export": {
      get: {
        operationId: "export",
        tags: ["orders"],
        security: [{ login: [] }],
        servers: [{ url: "https://files.shop.test" }],
        parameters: [{ name: "session", in: "cookie", schema: text }],
        responses: {
          200: {
            description: "",
            content: {
              "application/json": { schema: object({ rows: { type: "integer" } }) },
              "text/csv": { schema: text },
            },
          },
        },
      },
    },
    "/pet": {
      get: {
        operationId: "getPet",
        tags: ["pet"],
        security: [{ app: [] }],
        responses: answer({ $ref: "#/components/schemas/Pet" }),
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "api_key" },
      tenant: { type: "apiKey", in: "header", name: "X-Tenant" },
      login: { type: "http", scheme: "basic" },
      app: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://login.shop.test/token", scopes: { read: "" } } },
      },
    },
    schemas: {
      Order: object(
        { id: { type: "integer", readOnly: true }, item: text, pin: { ...text, writeOnly: true } },
        ["id", "item", "pin"],
      ),
      Cat: object({ kind: text, meows: { type: "boolean" } }, ["kind", "meows"]),
      Dog: object({ kind: text, barks: { type: "boolean" } }, ["kind", "barks"]),
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
        },
      },
    },
  },
};

/** A program that the compiler must take as it is. */
export const usage = `
import { AcmeClient, AcmeError, isCreateOrderError, type Order } from "./index.js";
export const client = new AcmeClient({ server: { url: "https://{region}.shop.test/v1", variables: { region: "us" } }, auth: { token: "t" } });
// @ts-expect-error -- no such region
export const elsewhere = () => new AcmeClient({ server: { url: "https://{region}.shop.test/v1", variables: { region: "asia" } } });
// @ts-expect-error -- no such scheme
export const unknown = () => new AcmeClient({ auth: { tokn: "t" } });
export async function use(): Promise<void> {
  const made = await client.orders.create({ item: "a", pin: "1" }).withResponse();
  if (made.status === 201) console.log(made.data.item);
  else if (made.status === 202) console.log(made.data.ticket);
  // @ts-expect-error -- the server gives the id
  await client.orders.create({ id: 1, item: "a", pin: "1" });
  await client.orders.create("item,pin", { contentType: "text/csv" });
  const rows: number | undefined = (await client.orders.export()).rows;
  const csv: string = await client.orders.export({ accept: "text/csv" });
  for await (const order of client.orders.listAll({ params: { limit: 2 } })) {
    const one: Order = order;
    // @ts-expect-error -- a pin is never read
    console.log(one.pin);
  }
  for await (const page of client.rooms.pages()) console.log(page[0]?.length);
  const pet = await client.pet.get();
  const loud: boolean = pet.kind === "cat" ? pet.meows : pet.barks;
  console.log(rows, csv, loud);
}
export function fieldsOf(error: unknown): string[] | string | undefined {
  if (!isCreateOrderError(error)) return error instanceof AcmeError ? error.code : undefined;
  if (error.status === 422) return error.body.fields;
  if (error.status === 409) return error.body.conflict;
  return error.body.message;
}
`;
