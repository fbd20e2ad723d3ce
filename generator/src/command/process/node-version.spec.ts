import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkNodeVersion, minNodeVersion } from "./node-version.js";

describe("the Node that runs a command", () => {
  it.each(["20.19.0", "20.20.2", "21.0.0", "22.1.0", "24.21.0", "100.0.0"])("may be %s", (version) => {
    expect(checkNodeVersion("stratus", version)).toBeUndefined();
  });

  it.each(["14.0.0", "18.20.8", "20.9.0", "20.18.3"])(
    "may not be %s, which is said in one line",
    (version) => {
      expect(checkNodeVersion("stratus", version)).toBe(
        `stratus requires Node 20.19 or newer, and this is ${version}. Install or activate a newer one.`,
      );
    },
  );

  it("is the one that package.json asks for", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(engines.node).toBe(`>=${minNodeVersion}`);
  });
});
