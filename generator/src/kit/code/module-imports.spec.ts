import { describe, expect, it } from "vitest";
import { ModuleImports } from "./module-imports.js";

const style = { codegen: "@acme/runtime/generated/calls-v1", extension: ".js" };

describe("the imports of a module", () => {
  it("have no name that is of the module itself", () => {
    const imports = new ModuleImports("a/b", style, ["Wiring"]);
    expect(imports.value({ module: "a/b", name: "Wiring" })).toBe("Wiring");
    expect(imports.type({ module: "a/b", name: "Wiring" })).toBe("Wiring");
    expect(imports.lines()).toEqual([]);
  });

  it("give way to what the module declares, and to globals that are written out", () => {
    const imports = new ModuleImports("a/b", style, ["Wiring"]);
    const other = { module: "a/c", name: "Wiring" };
    expect([imports.value(other), imports.runtimeType("Map")]).toEqual(["Wiring$", "Map$"]);
    expect(imports.path(other)).toBe("./c.js");
    expect(imports.lines()).toEqual([
      'import type { Map as Map$ } from "@acme/runtime/generated/calls-v1";',
      'import { Wiring as Wiring$ } from "./c.js";',
    ]);
  });

  it("leave a global reachable where the module declares something of its name", () => {
    const imports = new ModuleImports("a/b", style, ["AsyncIterable"]);
    expect(["AsyncIterable" as const, "Iterable" as const].map((name) => imports.global(name))).toEqual([
      "globalThis.AsyncIterable",
      "Iterable",
    ]);
  });
});
