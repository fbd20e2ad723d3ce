import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compile, expectCompiled, problemsOf, specOf, type CompiledPackage } from "./package.fixture.js";

afterAll(expectCompiled);

/** Descriptions in the style of well-known public APIs, not written with this pass in mind. */
const read = (name: string): string =>
  readFileSync(new URL(`./strangers/${name}.yaml`, import.meta.url), "utf8");

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Member = (...args: unknown[]) => Promise<unknown>;
type Group = Readonly<Record<string, Member>>;

/** A client of a compiled package whose every request is answered alike, and what it sent. */
async function clientOf(built: CompiledPackage, answer: () => Response) {
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: object) => Readonly<Record<string, Group>>;
  };
  const sent: Sent[] = [];
  const fetch = async (url: string, { method, headers, body }: RequestInit) => {
    sent.push({ method: method ?? "", url, headers: new Headers(headers), body });
    return answer();
  };
  return { client: new AcmeClient({ baseUrl: "http://a.test", fetch, validate: "strict" }), sent };
}

describe("a pet store in OpenAPI 3.0", () => {
  const usage = `
import { AcmeClient, PetOperations, UserOperations, type Pet, type Order } from "./index.js";
const client = new AcmeClient({ baseUrl: "http://a.test" });
export async function use(pet: Pet): Promise<void> {
  const group: PetOperations = client.pet;
  const users: UserOperations = client.user;
  const found: Pet[] = await group.findByStatus({ params: { status: "sold", tags: ["a"], ids: [1], "filter[name]": "x" } });
  const order: Order = await client.store.placeOrder({ petId: found[0]?.id ?? 1, status: "placed" });
  const counts: { [name: string]: number } = await client.store.getInventory();
  const text: string = await users.login({ params: { username: "u" } });
  await group.delete(1, { params: { api_key: "k" } });
  // @ts-expect-error -- not a status
  await group.findByStatus({ params: { status: "lost" } });
  console.log(pet.tags?.[0]?.name?.length, order.status, counts, text);
}
`;

  it("gives a client that compiles strictly, where a tag is called like its schema, and sends lists as described", async () => {
    const built = await compile(read("petstore"), usage);
    const { client, sent } = await clientOf(built, () => Response.json([{ name: "a", photoUrls: [] }]));
    const params = { status: "sold", tags: ["a", "b c"], ids: [1, 2], "filter[name]": "x" };
    expect(await client.pet?.findByStatus?.({ params })).toEqual([{ name: "a", photoUrls: [] }]);
    expect(sent[0]?.url).toBe(
      "http://a.test/pet/findByStatus?status=sold&tags=a,b%20c&ids=1&ids=2&filter%5Bname%5D=x",
    );
  });

  it("takes any body where none is described", async () => {
    const built = await compile(read("petstore"));
    const { client, sent } = await clientOf(built, () => new Response("Pet deleted"));
    expect(await client.pet?.delete?.(7, { params: { api_key: "k" } })).toBeUndefined();
    expect([sent[0]?.method, sent[0]?.headers.get("api_key")]).toEqual(["DELETE", "k"]);
  });
});

describe("events in OpenAPI 3.1", () => {
  const usage = `
import { AcmeClient, type Event, type PaymentMethod } from "./index.js";
const client = new AcmeClient({ baseUrl: "http://a.test" });
export async function use(): Promise<void> {
  const page = await client.eventsList({ params: { type: ["a"], limit: 3, "expand[]": ["payload"] } });
  const next: string | null | undefined = page.next;
  const method: PaymentMethod = await client.paymentMethodsRetrieve("pm_1");
  const digits: string = method.kind === "card" ? method.last4 : method.iban;
  const made: Event = await client.paymentMethodsCreate({ kind: "card", last4: "4242" });
  const before: string | undefined = made.previous?.previous?.id;
  // @ts-expect-error -- a card has no IBAN
  await client.paymentMethodsCreate({ kind: "card", iban: "DE00" });
  console.log(next, digits, before, made["error.type"], made.created.toFixed());
}
`;

  it("gives types that tell alternatives apart and follow references into other operations", async () => {
    const built = await compile(read("events"), usage);
    expect(await built.errors()).toBe("");
  });

  it("has guards that agree with a JSON Schema validator", async () => {
    const built = await compile(read("events"));
    const guards = (await built.load("guards.js")) as Record<string, (value: unknown) => boolean>;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    ajv.addSchema(parse(read("events")) as object, "spec");
    const card = { kind: "card", last4: "4242" };
    const bank = { kind: "bank", iban: "DE00123456789012" };
    const event = { id: "evt_1", created: 1, payload: card };
    const values = [
      card,
      { ...card, last4: "42" },
      { ...card, kind: "bank" },
      { ...card, wallet: null },
      { ...card, wallet: { type: null } },
      { ...card, wallet: { type: "x" } },
      bank,
      { ...bank, iban: "short" },
      event,
      { ...event, created: 1.5 },
      { ...event, previous: null },
      { ...event, previous: { ...event, payload: {} } },
      { ...event, previous: { ...event, payload: bank } },
      { ...event, metadata: { a: 1 } },
      { ...event, "error.type": 1 },
    ];
    for (const name of ["PaymentMethod", "Card", "BankTransfer", "Event", "Metadata", "Timestamp"]) {
      const validate = ajv.getSchema(`spec#/components/schemas/${name}`);
      const wanted = values.map((value) => validate?.(value));
      expect(
        values.map((value) => guards[`is${name}`]?.(value)),
        name,
      ).toEqual(wanted);
    }
  });
});

describe("files with odd paths and media types", () => {
  const usage = `
import { AcmeClient, type MicrosoftItem } from "./index.js";
const client = new AcmeClient({ baseUrl: "http://a.test" });
export async function use(): Promise<void> {
  const item: MicrosoftItem = await client.drivesItem.get("d", "i", { params: { $select: ["id"] } });
  const same: MicrosoftItem | void = await client.drivesItem.update("d", "i", item, { params: { "If-Match": "1" } });
  const link: string | null | undefined = (await client.drivesItem.search("d", "q"))["@odata.nextLink"];
  console.log(same, link, item.size, item["@odata.type"]);
}
`;

  it("are called by position and with the media types that they ask for", async () => {
    const built = await compile(read("files"), usage);
    const item = { "@odata.type": "item", size: null };
    const { client, sent } = await clientOf(built, () => Response.json(item));
    const { drivesItem = {} } = client;
    expect(await drivesItem.get?.("d/1", "i", { params: { $select: ["id", "name"] } })).toEqual(item);
    expect(await drivesItem.update?.("d", "i", item, { params: { "If-Match": '"1"' } })).toEqual(item);
    await drivesItem.search?.("d", "it's");
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET http://a.test/drives/d%2F1/items/i?%24select=id,name",
      "PATCH http://a.test/drives/d/items/i",
      "GET http://a.test/drives/d/search(q='it's')",
    ]);
    expect(sent.map(({ headers }) => [headers.get("accept"), headers.get("content-type")])).toEqual([
      ["application/json;odata.metadata=minimal", null],
      ["application/vnd.files.v2+json", "application/merge-patch+json"],
      ["application/json", null],
    ]);
    // What the operation says of a parameter wins over what its path says.
    await expect(drivesItem.update?.("d", "", item)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

describe("what other descriptions have and this pass does not know", () => {
  it.each([
    [
      "names of properties",
      specOf({ A: { propertyNames: { maxLength: 4 } } }),
      'api.yaml:19:7: #/components/schemas/A: The schema keyword "propertyNames" is not supported',
    ],
    [
      "conditions",
      specOf({ A: { type: "array", if: { minItems: 1 } } }),
      'The schema keyword "if" is not supported',
    ],
    [
      "closed combinations",
      specOf({ A: { anyOf: [{}], unevaluatedProperties: false } }),
      'The schema keyword "unevaluatedProperties" is not supported',
    ],
  ])("%s are refused with file, path and keyword", async (_, spec, message) => {
    expect(await problemsOf(spec)).toContain(message);
  });
});
