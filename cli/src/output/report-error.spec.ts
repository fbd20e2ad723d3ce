import { UsageError } from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { Interrupted } from "../host/process-host.js";
import type { Host } from "../host/host.js";
import { readQuery } from "./output-options.js";
import { reportError } from "./report-error.js";
import { ResponseError } from "./response-error.js";

it.each([
  [new UsageError("ARGUMENT_MISSING", "missing id"), "ARGUMENT_MISSING", 2],
  [new UsageError("CREDENTIALS_INVALID", "no user", 3), "CREDENTIALS_INVALID", 3],
  [new ResponseError("QUERY_FAILED", "--query: no such function"), "QUERY_FAILED", 1],
  [new Interrupted(), "INTERRUPTED", 130],
  [Object.assign(new Error("bad flag"), { code: "ERR_PARSE_ARGS_UNKNOWN_OPTION" }), "ARGUMENT_INVALID", 2],
  [Object.assign(new Error("gone"), { name: "CloudError", code: "NOT_FOUND", attempts: 1 }), "NOT_FOUND", 4],
  [Object.assign(new TypeError("x"), { name: "OptionsError", code: "OPTION_INVALID" }), "OPTION_INVALID", 2],
  [Object.assign(new TypeError("x"), { code: "FIELD_IMMUTABLE" }), "FIELD_IMMUTABLE", 2],
  [new Error("anything"), "UNEXPECTED", 1],
  [undefined, "UNEXPECTED", 1],
])("a JSON error of %s has the code %s", async (thrown, code, exitCode) => {
  const said: string[] = [];
  const host = { name: "acme", say: (text: string) => said.push(text) } as unknown as Host;
  expect(await reportError(thrown, host, true)).toBe(exitCode);
  expect(JSON.parse(said.join(""))).toMatchObject({ error: { code, exitCode } });
});

it("an invalid query is a mistake of the command, because nothing was sent yet", () => {
  expect(() => readQuery("items[")).toThrow(
    expect.objectContaining({ name: "UsageError", code: "ARGUMENT_INVALID" }),
  );
});

it("a failed call is printed with its text, its place and what service errors add, each in a line", async () => {
  const said: string[] = [];
  const host = {
    name: "acme",
    env: {},
    terminals: {},
    say: (text: string) => said.push(text),
  } as unknown as Host;
  const fields = {
    code: "NOT_FOUND",
    text: "gone (for good)",
    method: "acme.v1.Books/Get",
    endpoint: "acme:443",
  };
  const toJSON = () => ({
    serviceErrors: [{ service: "x", code: "GONE", why: "gone", kind: { name: "Gone" } }],
  });
  const error = Object.assign(new Error("other words"), { ...fields, attempts: 2, requestId: "r1", toJSON });
  expect(await reportError(error, host, false)).toBe(4);
  expect(said).toEqual([
    "error: NOT_FOUND: gone (for good)\n  acme.v1.Books/Get, at acme:443, after 2 attempts, request r1\n  name: Gone\n",
  ]);
});
