import { expect, it } from "vitest";
import { Limits } from "./limits.js";
import { Log } from "./log.js";
import { codedError } from "../../../test/coded-error.js";

it("calls are bounded in a minute, which goes on, and in all", () => {
  let now = 0;
  const limits = new Limits({ rate: 2, maxCalls: 3 }, () => now);
  limits.call();
  now = 30_000;
  limits.call();
  expect(() => limits.call()).toThrow(codedError("LIMIT_REACHED", /limit of 2 calls per minute/));
  now = 60_000;
  limits.call();
  now = 1e9;
  expect(() => limits.call()).toThrow(codedError("LIMIT_REACHED", /limit of 3 calls/));
});

it("changes are bounded in all, and nothing is unless it is said", () => {
  const limits = new Limits({ maxChanges: 1 }, () => 0);
  limits.change();
  expect(() => limits.change()).toThrow(codedError("LIMIT_REACHED", /limit of 1 changes/));
  const free = new Limits({}, () => 0);
  for (let at = 0; at < 300; at++) free.call();
  expect(() => free.call()).toThrow(codedError("LIMIT_REACHED", /300/));
});

it("a line of the log is one line, whose text of the API has no secrets", () => {
  const lines: string[] = [];
  const log = new Log({
    write: (line) => lines.push(line),
    nowMs: () => 0,
    scrub: (text) => text.replaceAll("hush", "[hidden]"),
  });
  log.add({ event: "planned", summary: "a\nb \u202e hush", requestId: `hush ${"x".repeat(300)}` });
  expect(lines).toEqual([
    `{"time":"1970-01-01T00:00:00.000Z","event":"planned","summary":"a\\nb \\u202e hush","requestId":"[hidden] ${"x".repeat(191)}… (109 more characters)"}\n`,
  ]);
});
