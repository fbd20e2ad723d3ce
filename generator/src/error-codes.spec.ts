import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorCodes } from "./error-codes.js";

const folder = import.meta.dirname;
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".spec.ts") && path !== "error-codes.ts")
  .map((path) => readFileSync(join(folder, path), "utf8"))
  .join("\n");

describe("an error code", () => {
  it.each(Object.entries(errorCodes))("%s is used, and its meaning ends in a full stop", (code, meaning) => {
    expect(sources).toMatch(new RegExp(`\\b${code}\\b`));
    expect(meaning).toMatch(/\.$/);
  });
});
