import { UsageError } from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { Interrupted } from "../host/process-host.js";
import type { Host } from "../host/host.js";
import { checkQuery } from "./printer.js";
import { reportError } from "./report-error.js";
import { ResponseError } from "./response-error.js";

it.each([
  [new UsageError("ARGUMENT_MISSING", "missing id"), "ARGUMENT_MISSING", 2],
  [new UsageError("CREDENTIALS_INVALID", "no user", 3), "CREDENTIALS_INVALID", 3],
  [new ResponseError("QUERY_FAILED", "--query: no such function"), "QUERY_FAILED", 1],
  [new Interrupted(), "INTERRUPTED", 130],
  [Object.assign(new Error("bad flag"), { code: "ERR_PARSE_ARGS_UNKNOWN_OPTION" }), "ARGUMENT_INVALID", 2],
  [Object.assign(new Error("gone"), { name: "CloudError", code: "NOT_FOUND", attempts: 1 }), "NOT_FOUND", 4],
  [new Error("anything"), "UNEXPECTED", 1],
  [undefined, "UNEXPECTED", 1],
])("a JSON error of %s has the code %s", async (thrown, code, exitCode) => {
  const said: string[] = [];
  const host = { name: "acme", say: (text: string) => said.push(text) } as unknown as Host;
  expect(await reportError(thrown, host, true)).toBe(exitCode);
  expect(JSON.parse(said.join(""))).toMatchObject({ error: { code, exitCode } });
});

it("an invalid query is a mistake of the command, because nothing was sent yet", async () => {
  await expect(checkQuery("items[")).rejects.toMatchObject({ name: "UsageError", code: "ARGUMENT_INVALID" });
});
