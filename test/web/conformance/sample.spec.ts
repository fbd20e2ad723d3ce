import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expand } from "./expand.js";
import { halves } from "./halves.js";
import { matches } from "./listed.js";
import { readConfig, readSuites } from "./suites.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const suites = readSuites(`${here}cases`);

describe.each(halves)("$name", ({ features, mode, run }) => {
  it("passes the sample", async () => {
    const config = readConfig(readFileSync(`${here}features/${features}.yaml`, "utf8"));
    // One axis of each is enough here; the command has all.
    const sample = expand(suites, config, mode).filter(({ compression, tls, version }) => {
      return compression === "IDENTITY" && tls === (version === "HTTP_VERSION_2");
    });
    expect(sample.length).toBeGreaterThan(4);
    const verdicts = await run(sample);
    expect(verdicts.filter(({ differences }) => differences.length > 0)).toEqual([]);
    expect(verdicts).toHaveLength(sample.length);
  });
});

it.each<[pattern: string, name: string, fits: boolean]>([
  ["Basic/**/unary/success", "Basic/HTTPVersion:1/TLS:false/unary/success", true],
  ["Basic/**/unary/success", "Basic/unary/success", true],
  ["Basic/*/unary", "Basic/a/b/unary", false],
  ["**", "Basic/a", true],
  ["Bas*/a", "Basic/a", false],
])("a pattern takes whole parts of a name: %s of %s", (pattern, name, fits) => {
  expect(matches(pattern, name)).toBe(fits);
});
