import { describe, expect, it } from "vitest";
import { ModuleImports, relativeImport } from "./modules.js";

describe("an import from one module to another", () => {
  it.each([
    ["session", "common/v1/error", "./common/v1/error.js"],
    ["compute/v1/disk.client", "compute/v1/disk", "./disk.js"],
    ["compute/v1/disk.client", "common/v1/error", "../../common/v1/error.js"],
    ["compute/v1/disk.client", "compute/v2/disk", "../v2/disk.js"],
    ["a/b", "a/b/index", "./b/index.js"],
    ["a/b/c", "a/b", "../b.js"],
  ])("%s to %s", (from, to, want) => {
    expect(relativeImport(from, to, { extension: ".js" })).toBe(want);
  });

  it("is none where the name is of the module itself", () => {
    const layout = {
      codegen: "@acme/runtime/codegen-v1",
      runtime: "@acme/runtime",
      extension: ".js",
      root: "",
    };
    const imports = new ModuleImports("a/b.client", layout, ["Wiring"]);
    expect(imports.value({ module: "a/b.client", name: "Wiring" })).toBe("Wiring");
    expect(imports.lines()).toEqual([]);
  });
});
