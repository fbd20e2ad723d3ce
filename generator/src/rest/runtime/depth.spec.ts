import { describe, expect, it } from "vitest";
import { formBody, jsonBody } from "./body.js";
import { measureDepth } from "./depth.js";
import { isObject, memoizeGuard } from "./guard.js";
import { multipartBody } from "./multipart.js";
import type { Operation } from "./operation.js";
import type { ResponseReader } from "./response-readers.js";
import { rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";
import { makeSchemaOf } from "./standard-schema.js";
import { eventReader, lineReader } from "./stream.js";
import { exactBody, parseExact } from "./values/exact.js";
import type { Representations } from "./values/representations.js";
import { parseWebhook } from "./webhooks/webhooks.js";

/** A chain of objects of which each has an id and the next one. */
interface Chain {
  readonly id: number;
  readonly next?: Chain;
}

function isChain(value: unknown): value is Chain {
  return memoizeGuard(
    isChain,
    value,
    () =>
      isObject(value) &&
      typeof value["id"] === "number" &&
      (value["next"] === undefined || [value["next"]].every((next) => isChain(next))),
  );
}

const shapes = {
  Chain: { type: "object", required: ["id"], properties: { id: { type: "number" }, next: { ref: "Chain" } } },
};
const described = async () => ({ shapes, responses: { "chains.get": { ref: "Chain" } } });
const representations: Representations = { properties: { id: "bigint", next: () => representations } };

const depth = 20_000;
const text = `${'{"id":1,"next":'.repeat(depth - 1)}{"id":1}${"}".repeat(depth - 1)}`;
const value = JSON.parse(text) as Chain;

const plain: Operation<unknown> = { name: "chains.get", path: ["/"], guard: isChain, described };
const streamed = (read: ResponseReader): Operation<unknown> => ({ name: "chains.get", path: ["/"], read });

/** What comes of a call that is answered by a text. */
async function answered(operation: Operation<unknown>, body: string, options: object = {}): Promise<unknown> {
  await using server = await startServer((_, response) => void response.end(body));
  const data = await new Session({ baseUrl: server.url, ...options }).call(operation, {});
  if (!(Symbol.asyncIterator in Object(data))) return data;
  for await (const one of data as AsyncIterable<unknown>) return one;
  return undefined;
}

describe("a value that is nested too deep", () => {
  it("has a depth", () => {
    expect(measureDepth(value)).toBe(depth);
    expect([1, [], [{}, [[]]], { a: { b: 1 } }].map(measureDepth)).toEqual([0, 1, 3, 2]);
  });

  it("passes no guard", () => expect(isChain(value)).toBe(false));

  // Close to the end of the stack, a regular expression of a guard would end the process.
  it.each([
    [700, true],
    [701, false],
    [700, true],
  ])("is one of more than 700 levels: %i", (levels, isFine) => {
    let chain: Chain = { id: 1 };
    for (let level = 1; level < levels; level++) chain = { id: 1, next: chain };
    expect(isChain(chain)).toBe(isFine);
  });

  it.each<readonly [string, Operation<unknown>, string, string, string]>([
    ["checked", plain, text, "VALIDATION", 'validate: "off"'],
    [
      "read with exact integers",
      { ...plain, parse: parseExact({ success: representations }) },
      text,
      "DECODE",
      "--int64",
    ],
    [
      "an event",
      streamed(eventReader(parseExact({ success: representations }))),
      `data: ${text}\n\n`,
      "DECODE",
      "--int64",
    ],
    [
      "a line",
      streamed(lineReader(parseExact({ success: representations }))),
      `${text}\n`,
      "DECODE",
      "--int64",
    ],
  ])("is an error with its depth and the fix, if it is %s", async (_, operation, body, code, fix) => {
    const error = await rejection(answered(operation, body));
    expect(error).toMatchObject({ code, operation: "chains.get", request: "GET /" });
    expect(error).toMatchObject({ name: "ApiError", clientReason: "RESPONSE_INVALID" });
    expect(String(error)).toContain(`nested ${depth} levels deep`);
    expect(String(error)).toContain(fix);
  });

  it("is returned unchecked without validation", async () => {
    expect(measureDepth(await answered(plain, text, { validate: "off" }))).toBe(depth);
  });

  it.each([
    ["JSON", jsonBody(), value],
    ["JSON with exact integers", exactBody(representations), value],
    ["a form", formBody(), { chain: value }],
    ["parts", multipartBody(), { chain: value }],
  ])("is refused as a body of %s before anything is sent", async (_, write, body) => {
    const operation: Operation<unknown> = { ...plain, method: "POST", write };
    const error = await rejection(new Session({ baseUrl: "http://a.test" }).call(operation, { body }));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", operation: "chains.get", attempts: 0 });
    expect(error).toMatchObject({ clientReason: "REQUEST_INVALID" });
    // Engines name the stack overflow in different words.
    expect(String(error)).toContain("nested too deep");
  });

  it("is an error of a webhook", async () => {
    const described = [{ name: "made", guard: isChain, parse: parseExact({ success: representations }) }];
    const error = await rejection(parseWebhook(described, { headers: {}, body: text }, { verify: false }));
    expect(error).toMatchObject({ code: "DECODE" });
    expect(String(error)).toContain(`nested ${depth} levels deep`);
  });

  it("is an issue of a schema, which never throws", async () => {
    const schema = await makeSchemaOf(described, [isChain, "Chain"])(isChain);
    expect(schema["~standard"].validate(value)).toEqual({
      issues: [{ message: `expected fewer levels, got a value nested ${depth} levels deep`, path: [] }],
    });
  });
});
