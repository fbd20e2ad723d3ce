import { describe, expect, it } from "vitest";
import type { Logger } from "./logger.js";
import { Warnings, type Warning } from "./warnings.js";

function setUp() {
  const heard: string[] = [];
  const logger: Logger = { warn: (_fields, message) => void heard.push(message) };
  const warnings = new Warnings("Acme", undefined, logger);
  return { warnings, heard };
}

const hook = (message: string): Warning => ({ event: "hook_failed", message });

describe("warnings", () => {
  it("come once for each message", () => {
    const { warnings, heard } = setUp();
    for (const message of ["one", "two", "one"]) warnings.warn(hook(message));
    expect(heard).toEqual(["one", "two"]);
  });

  it("come once for each endpoint, however often its reason changes", () => {
    const { warnings, heard } = setUp();
    for (const endpoint of ["a:443", "b:443", "a:443"])
      warnings.warn({ event: "no_connection", endpoint, message: `${endpoint} at ${heard.length}` });
    expect(heard).toEqual(["a:443 at 0", "b:443 at 1"]);
  });

  it("end where each says something else, so that neither the log nor the memory fills", () => {
    const { warnings, heard } = setUp();
    for (let turn = 0; turn < 5_000; turn++) warnings.warn(hook(`failed after ${turn} ms`));
    expect(heard).toHaveLength(1_000);
  });
});
