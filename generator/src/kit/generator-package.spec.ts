import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPeerVersion, readGeneratorPackage } from "./generator-package.js";

describe("the own package of the generator", () => {
  const manifest = (path: string): Record<string, unknown> =>
    JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

  it("goes with the runtime of its own version, and npm is told so", () => {
    const { version } = readGeneratorPackage();
    expect(manifest("../../../runtime/package.json")["version"]).toBe(version);
    expect(manifest("../../package.json")["peerDependencies"]).toMatchObject({ "@stratus/runtime": version });
    // A program that only writes SDKs, or names another runtime, has no need of it.
    expect(manifest("../../package.json")["peerDependenciesMeta"]).toMatchObject({
      "@stratus/runtime": { optional: true },
    });
  });

  it("prints messages itself: an install brings no other generator", () => {
    const dependencies = Object.keys(manifest("../../package.json")["dependencies"] as object);
    expect(dependencies.filter((name) => /^ts-proto|protoc-gen|protobuf-ts/.test(name))).toEqual([]);
  });

  it("works with ts-proto where that is asked for, and npm installs it for nobody else", () => {
    const { peerDependencies, peerDependenciesMeta } = manifest("../../package.json");
    expect(peerDependencies).toMatchObject({ "ts-proto": "^2.18.0" });
    expect(peerDependenciesMeta).toMatchObject({ "ts-proto": { optional: true } });
    // The version that the tests run, as below.
    expect(manifest("../../../package.json")["devDependencies"]).toMatchObject({ "ts-proto": "2.18.0" });
  });

  it("has a compiler only if api.md, verify or stratus diff is asked for: npm installs none for anybody else", () => {
    const { dependencies, devDependencies, peerDependenciesMeta } = manifest("../../package.json");
    expect(Object.keys(dependencies as object)).not.toContain("typescript");
    expect(Object.keys(dependencies as object)).not.toContain("ts-morph");
    expect(peerDependenciesMeta).toMatchObject({ "ts-morph": { optional: true } });
    expect(devDependencies).toMatchObject({ "ts-morph": readPeerVersion("ts-morph") });
  });
});
