import { readFileSync } from "node:fs";
import { satisfies } from "semver";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

const top = new URL("../../", import.meta.url);

/** The oldest version of Node that everything here runs on. */
const oldest = "20.19.0";

/** MSW 3 and what it loads. Only `test/transport/msw.spec.ts` imports it, and supplies what Node 20 lacks. */
const newer = new Set(["msw", "@mswjs/interceptors", "cookie"].map((name) => `node_modules/${name}`));

describe("Node 20.19", () => {
  it("is what every package here asks for, and none asks for more", () => {
    const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", top), "utf8")) as Locked;
    const asked = Object.entries(packages).flatMap(([path, { engines }]) =>
      engines?.node === undefined ? [] : [{ path, node: engines.node }],
    );
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter(({ node, path }) => !newer.has(path) && !satisfies(oldest, node))).toEqual([]);
  });
});
