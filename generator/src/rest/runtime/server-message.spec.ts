import { expect, it } from "vitest";
import { runCall } from "./run-call.js";
import { readSettings } from "./settings.js";
import { findServerMessage } from "./server-message.js";

it.each<readonly [name: string, body: unknown, message: string]>([
  ["a message", { message: "too long", field: "title" }, "too long, field title"],
  ["FastAPI", { detail: [{ loc: ["body", "title"], msg: "too long", type: "x" }] }, "too long, field title"],
  ["FastAPI, one level down", { detail: [{ loc: ["body", "a", 0], msg: "x" }] }, "x, field a.0"],
  ["FastAPI, a text", { detail: "Not Found" }, "Not Found"],
  ["RFC 9457", { type: "about:blank", title: "Invalid", detail: "too long", status: 422 }, "too long"],
  ["RFC 6749", { error: "invalid_grant", error_description: "The code expired" }, "The code expired"],
  ["Google", { error: { code: 400, message: "bad page", status: "INVALID" } }, "bad page"],
  ["Stripe", { error: { message: "No such card", param: "source[id]" } }, "No such card, field source[id]"],
  [
    "JSON:API",
    { errors: [{ title: "t", detail: "too long", source: { pointer: "/data/title" } }] },
    "too long, field /data/title",
  ],
  [
    "ASP.NET",
    { title: "Errors occurred.", errors: { Title: ["too long"], N: ["a", "b"] } },
    "Errors occurred.: too long, field Title; a; b, field N",
  ],
  ["Spring", { error: "Bad Request", message: "no such pet", path: "/pets" }, "no such pet"],
  ["err", { err: "Invalid token" }, "Invalid token"],
  ["GraphQL", { errors: [{ message: "a", path: ["b", "c"] }] }, "a, field b.c"],
  ["several", { errors: ["a", "b", "c", "d", "e"] }, "a; b; c; 2 more"],
  ["a list", [{ message: "a" }], "a"],
  ["text", "gone  for\ngood", "gone for good"],
  ["HTML", "<!doctype html><p>no", ""],
  ["nothing", undefined, ""],
  ["a number", 5, ""],
  ["no message", { code: 7 }, ""],
  ["an inherited message", Object.create({ message: "no" }), ""],
  ["control characters", { message: "a\u001b[2Jb\u202ec" }, "a\\u001b[2Jb\\u202ec"],
])("finds the message of %s", (_, body, message) => {
  expect(findServerMessage(body)).toBe(message);
});

it("is bounded, however long or deep a body is", () => {
  expect(findServerMessage({ message: "x".repeat(5000) })).toHaveLength(200);
  let body: unknown = { message: "deep" };
  for (let depth = 0; depth < 1000; depth++) body = { error: body };
  expect(findServerMessage(body)).toBe("");
});

it.each([
  [
    422,
    { detail: [{ loc: ["body", "title"], msg: "too long" }] },
    "failed (HTTP 422: too long, field title)",
  ],
  [404, { message: "Pet 7 is gone" }, "no such resource (HTTP 404: Pet 7 is gone)"],
  [500, {}, "failed (HTTP 500)"],
])("is in the message of the error for %i", async (status, body, message) => {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(body, { status }));
  const settings = readSettings({ baseUrl: "https://a.test", fetch, retry: false });
  const operation = { name: "pets.get", path: ["/pets"], isResource: true };
  await expect(runCall(settings, operation, {}, undefined, false)).rejects.toThrow(
    `pets.get: GET /pets: ${message}`,
  );
});
