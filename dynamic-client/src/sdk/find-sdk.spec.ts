import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSdk } from "./find-sdk.js";
import { codedError } from "../../../test/coded-error.js";

const session = { name: "Api", error: "ApiError", needsApiDomain: true };
const service = {
  words: "disk",
  name: "acme.Disks",
  module: "disks",
  text: "",
  methods: ["list list Lists."],
};
const guide = {
  version: 1,
  protocol: "grpc",
  package: { name: "@acme/sdk", version: "2.1.0" },
  session,
  services: [service],
};

/** A folder in which a package is installed, by its files. */
function installed(exports: object, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "find-sdk-"));
  const place = join(folder, "node_modules/@acme/sdk");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "@acme/sdk", type: "module", exports }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text);
  return folder;
}

const entries = { "./guide": "./guide.js", "./package.json": "./package.json" };
const withGuide = (value: object) => ({
  "guide.js": `export const guide = ${JSON.stringify(value)}; export const modules = {};`,
});

describe("a generated package", () => {
  it("is found by its name, and by the path of its folder", async () => {
    const folder = installed(entries, withGuide(guide));
    for (const name of [
      "@acme/sdk",
      "./node_modules/@acme/sdk",
      join(folder, "node_modules/@acme/sdk"),
      "node_modules/@acme/sdk",
    ])
      expect((await findSdk(name, folder)).guide.package.version).toBe("2.1.0");
  });

  it.each([
    [
      "is not installed",
      "@acme/other",
      entries,
      withGuide(guide),
      "no package.json names it",
      "PACKAGE_MISSING",
    ],
    [
      "is not a package",
      "./nowhere",
      entries,
      withGuide(guide),
      "is not a package folder",
      "PACKAGE_MISSING",
    ],
    [
      "has no guide",
      "@acme/sdk",
      { ".": "./index.js" },
      {},
      "generate it with guide=true",
      "PACKAGE_MISSING",
    ],
    ["is not built", "@acme/sdk", entries, {}, "is not built", "PACKAGE_MISSING"],
    [
      "has a later guide",
      "@acme/sdk",
      entries,
      withGuide({ ...guide, version: 2 }),
      "has version 2, but this program supports version 1",
      "PACKAGE_INVALID",
    ],
    [
      "has no clients",
      "@acme/sdk",
      entries,
      withGuide({ ...guide, session: undefined }),
      "has no clients to call",
      "PACKAGE_INVALID",
    ],
  ])("that %s is refused with the way out", async (_, name, exports, files, want, code) => {
    await expect(findSdk(name, installed(exports, files))).rejects.toThrow(codedError(code, want));
  });
});
