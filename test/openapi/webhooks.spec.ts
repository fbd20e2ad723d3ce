import { createHmac, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, run, type CompiledPackage } from "./package.fixture.js";

afterAll(expectCompiled);

const text = { type: "string" };
const json = (schema: object): object => ({ requestBody: { content: { "application/json": { schema } } } });
const paid = {
  type: "object",
  required: ["type", "id"],
  properties: { type: { const: "paid" }, id: { type: "integer", format: "int64" } },
};

/** An API that sends and is asked. */
const spec = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        responses: answer({ type: "object" }),
        callbacks: {
          shipped: { "{$request.body#/url}": { post: json({ $ref: "#/components/schemas/Shipped" }) } },
        },
      },
    },
  },
  webhooks: {
    "order.paid": { post: { description: "An order was paid.", ...json(paid) } },
    pet: { $ref: "#/components/pathItems/Pet" },
    ping: { post: { responses: {} } },
    webhook: { post: json({ type: "object", required: ["odd"], properties: { odd: text } }) },
  },
  components: {
    pathItems: {
      Pet: {
        post: json({ $ref: "#/components/schemas/Webhook" }),
        put: json({ type: "object", required: ["put"] }),
      },
    },
    schemas: {
      Shipped: { type: "object", required: ["parcel"], properties: { parcel: text } },
      Webhook: { type: "object", required: ["pet"], properties: { pet: text } },
    },
  },
};

const usage = `
import { webhooks, isOrderPaidWebhook, WebhookError, type Webhook, type OrderPaidWebhook } from "./webhooks.js";
export async function take(request: Request): Promise<string> {
  const { name, body, id, timestamp } = await webhooks.parse(request, { secrets: ["whsec_a", "whpk_b"], toleranceMs: 1 });
  if (name === "order.paid") return body.type + id + timestamp?.toISOString();
  if (name === "createOrder.shipped") return body.parcel;
  const rest: unknown = body;
  return String(rest);
}
export const paid = (value: unknown): OrderPaidWebhook | undefined => (isOrderPaidWebhook(value) ? value : undefined);
export const all: Webhook["name"][] = ["order.paid", "createOrder.shipped", "pet.post", "pet.put", "webhook", undefined];
// @ts-expect-error -- nobody is let in by leaving something out
export const open = (request: Request) => webhooks.parse(request, {});
export const anybody = (request: Request) => webhooks.parse(request, { verify: false });
export const is = (error: unknown): boolean => error instanceof WebhookError && error.code === "SIGNATURE";
`;

type Options = Readonly<Record<string, unknown>>;
type Parse = (request: unknown, options: Options) => Promise<Readonly<Record<string, unknown>>>;
let built: CompiledPackage;
let parse: Parse;
beforeAll(async () => {
  built = await compile(spec, usage);
  parse = ((await built.load("webhooks.js")) as { webhooks: { parse: Parse } }).webhooks.parse;
});

/** The example of the standard's libraries: one secret, one message, one signature. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const payload = '{"test": 2432232314}';
const seconds = 1614265330;
const valid = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const other = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=";
const now = (): number => seconds * 1000;

const sign = (body: string, key = secret, at = seconds): string =>
  `v1,${createHmac("sha256", Buffer.from(key.replace("whsec_", ""), "base64"))
    .update(`${id}.${at}.${body}`)
    .digest("base64")}`;
const received = (headers: object = {}, body: unknown = payload): object => ({
  headers: { "Webhook-Id": id, "webhook-timestamp": `${seconds}`, "webhook-signature": valid, ...headers },
  body,
});

describe("a webhook", () => {
  it("has types, guards and names, of callbacks too", () => {
    expect(JSON.parse(built.text("package.json"))).toMatchObject({ exports: { "./webhooks": {} } });
    expect(built.text("README.md")).toContain("webhooks.parse(request");
  });

  it.each([
    ["the secret", { secrets: secret }, {}],
    ["the secret without its prefix", { secrets: secret.slice(6) }, {}],
    ["one of two secrets", { secrets: [`whsec_${"A".repeat(32)}`, secret] }, {}],
    [
      "one of several signatures",
      { secrets: secret },
      { "webhook-signature": `${other} v2,AAAA ${valid} ${other}` },
    ],
    ["a timestamp five minutes ago", { secrets: secret, now: () => now() + 300_000 }, {}],
    ["a timestamp in five minutes", { secrets: secret, now: () => now() - 300_000 }, {}],
    ["a wider tolerance", { secrets: secret, now: () => now() + 900_000, toleranceMs: 1_000_000 }, {}],
    [
      "headers of another name",
      { secrets: secret, headerPrefix: "svix" },
      { "svix-id": id, "svix-timestamp": `${seconds}`, "svix-signature": valid },
    ],
    ["no signature, if that is written out", { verify: false }, { "webhook-signature": "" }],
  ])("is taken with %s", async (_, options, headers) => {
    const taken = await parse(received(headers), { now, ...options });
    expect(taken).toEqual({
      id,
      timestamp: new Date(seconds * 1000),
      name: undefined,
      body: { test: 2432232314 },
    });
  });

  it.each([
    ["no id", {}, { "Webhook-Id": undefined }, "SIGNATURE"],
    ["no signature", {}, { "webhook-signature": undefined }, "SIGNATURE"],
    ["no timestamp", {}, { "webhook-timestamp": undefined }, "TIMESTAMP"],
    ["a timestamp that is none", {}, { "webhook-timestamp": "hello" }, "TIMESTAMP"],
    ["another timestamp", {}, { "webhook-timestamp": `${seconds + 1}` }, "SIGNATURE"],
    ["another id", {}, { "Webhook-Id": "msg_2" }, "SIGNATURE"],
    ["another signature", {}, { "webhook-signature": other }, "SIGNATURE"],
    ["a part of the signature", {}, { "webhook-signature": valid.slice(0, 8) }, "SIGNATURE"],
    ["an empty signature", {}, { "webhook-signature": "v1," }, "SIGNATURE"],
    [
      "the signature under another mark",
      {},
      { "webhook-signature": valid.replace("v1", "v1a") },
      "SIGNATURE",
    ],
    [
      "a signature behind many others",
      {},
      { "webhook-signature": `${`${other} `.repeat(10)}${valid}` },
      "SIGNATURE",
    ],
    ["an old timestamp", { now: () => now() + 300_001 }, {}, "TIMESTAMP"],
    ["a timestamp from the future", { now: () => now() - 300_001 }, {}, "TIMESTAMP"],
    ["another secret", { secrets: `whsec_${"A".repeat(32)}` }, {}, "SIGNATURE"],
    ["a long body", { maxBodyBytes: payload.length - 1 }, {}, "BODY_SIZE"],
  ])("is refused with %s", async (_, options, headers, code) => {
    const refused = parse(received(headers), { secrets: secret, now, ...options });
    await expect(refused).rejects.toMatchObject({ name: "WebhookError", code });
  });

  it("is refused with any other byte, and nothing of it is parsed before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(payload.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(payload);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const refused = parse(received({}, bytes), { secrets: secret, now });
        await expect(refused).rejects.toMatchObject({ code: "SIGNATURE" });
      }),
      { numRuns: 50 },
    );
  });

  it("is taken with a signature by Ed25519, of its bytes alone", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
    const signature = signBytes(null, Buffer.from(`${id}.${seconds}.${payload}`), privateKey).toString(
      "base64",
    );
    const headers = { "webhook-signature": `${other} v1a,${signature}` };
    const options = { secrets: [secret, `whpk_${raw}`], now };
    expect(await parse(received(headers), options)).toMatchObject({ id });
    await expect(parse(received(headers, "{}"), options)).rejects.toMatchObject({ code: "SIGNATURE" });
  });

  it.each([
    [undefined, "OPTION_MISSING"],
    [[], "OPTION_MISSING"],
    ["", "OPTION_INVALID"],
    [[secret, undefined], "OPTION_INVALID"],
    ["whsec_", "OPTION_INVALID"],
    ["whsec_AAAA", "OPTION_INVALID"],
    [`whsec_${Buffer.alloc(23).toString("base64")}`, "OPTION_INVALID"],
    [Buffer.alloc(23).toString("base64"), "OPTION_INVALID"],
    ["whsec_not base64!", "OPTION_INVALID"],
    [`whsk_${secret.slice(6)}`, "OPTION_INVALID"],
    [`whpk_${secret.slice(6)}`, "OPTION_INVALID"],
  ])("is not parsed with secrets %j", async (secrets, code) => {
    const refused = parse(received(), { secrets, now });
    await expect(refused).rejects.toMatchObject({ code, option: "secrets" });
    await expect(refused).rejects.not.toThrow(/MfKQ|not base64/);
  });

  it("is not parsed with options that contradict each other or are unknown", async () => {
    const both = parse(received(), { verify: false, secrets: secret });
    await expect(both).rejects.toMatchObject({ code: "OPTION_CONFLICT", option: "verify" });
    const misspelled = parse(received(), { secrets: secret, tolerance: 1 });
    await expect(misspelled).rejects.toMatchObject({ code: "OPTION_UNKNOWN", option: "tolerance" });
  });

  it.each([
    ["order.paid", { type: "paid", id: 1 }],
    ["createOrder.shipped", { parcel: "1" }],
    ["pet.post", { pet: "Tom" }],
    ["pet.put", { put: true }],
    ["webhook", { odd: "1" }],
    [undefined, { type: "else" }],
    [undefined, [1]],
  ])("is told by its body: %s", async (name, body) => {
    const content = JSON.stringify(body);
    const request = new Request("http://a.test", {
      method: "POST",
      body: content,
      headers: { "webhook-id": id, "webhook-timestamp": `${seconds}`, "webhook-signature": sign(content) },
    });
    expect(await parse(request, { secrets: secret, now })).toMatchObject({ name, body });
  });

  it("is a message of Node too, read to its bound and no further", async () => {
    const found: unknown[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      parse(request, { secrets: secret, now, maxBodyBytes: 1000 })
        .then(
          ({ name }) => found.push(name),
          (error: unknown) => found.push((error as { readonly code: string }).code),
        )
        .finally(() => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const content of ['{"parcel":"ü"}', " ".repeat(1001)]) {
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": `${seconds}`,
        "webhook-signature": sign(content),
      };
      await fetch(url, { method: "POST", body: content, headers });
    }
    server.close();
    expect(found).toEqual(["createOrder.shipped", "BODY_SIZE"]);
  });

  it.each([
    ["was parsed before", { test: 1 }, "OPTION_INVALID", "before anything parses"],
    ["was parsed by a framework that leaves nothing", undefined, "OPTION_INVALID", "before anything parses"],
    ["was read before", "", "SIGNATURE", "read before"],
  ])("is refused with the cause if its body %s", async (_, body, code, cause) => {
    const refused = parse({ ...received(), body }, { secrets: secret, now });
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(cause);
  });

  it("has no body, or none of JSON", async () => {
    expect(
      await parse(received({ "webhook-signature": sign("") }, ""), { secrets: secret, now }),
    ).toMatchObject({ body: undefined });
    const odd = parse(received({ "webhook-signature": sign("{") }, "{"), { secrets: secret, now });
    await expect(odd).rejects.toMatchObject({ code: "DECODE" });
  });
});

describe("a description of webhooks alone", () => {
  const { paths: _, ...alone } = spec;

  it("gives a package that compiles, with all digits if they are asked for", async () => {
    const exact = `import { webhooks } from "./webhooks.js";
export const id = async (request: Request): Promise<bigint | undefined> => {
  const { name, body } = await webhooks.parse(request, { verify: false });
  return name === "order.paid" ? body.id : undefined;
};`;
    const one = await compile(alone, exact, undefined, undefined, { int64: "bigint" });
    const { id: idOf } = (await one.load("usage.js")) as { id: (request: unknown) => Promise<bigint> };
    expect(await idOf({ headers: {}, body: '{"type":"paid","id":9007199254740993}' })).toBe(
      9007199254740993n,
    );
  });

  it("has nothing of them in a package without", async () => {
    const { files } = await run({
      ...spec,
      webhooks: {},
      paths: { "/a": { get: { responses: answer({}) } } },
    });
    expect(files.filter(({ path }) => path.includes("webhook"))).toEqual([]);
    expect(files.find(({ path }) => path === "package.json")?.text).not.toContain("webhooks");
  });
});
