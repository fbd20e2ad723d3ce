import { describe, expect, it } from "vitest";
import { ModuleImports } from "./modules.js";

describe("the imports of a module", () => {
  it("have no name that is of the module itself", () => {
    const layout = {
      codegen: "@acme/runtime/codegen-v1",
      session: "@acme/runtime/session-v1",
      sdk: "@acme/runtime/sdk",
      extension: ".js",
      root: "",
    };
    const imports = new ModuleImports("a/b.client", layout, ["Wiring"]);
    expect(imports.value({ module: "a/b.client", name: "Wiring" })).toBe("Wiring");
    expect(imports.lines()).toEqual([]);
  });
});
