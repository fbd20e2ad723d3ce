import { describe, expect, it } from "vitest";
import { Imports } from "./import-list.js";

describe("the imports of a file", () => {
  it("come packages first, then from afar to near, each name once, values before types", () => {
    const imports = new Imports([]);
    imports.type("./b.js", "B");
    imports.type("../c.js", "C");
    imports.value("../../d.js", "d");
    imports.type("@acme/runtime", "Call");
    imports.value("@acme/runtime", "connect");
    imports.type("./b.js", "A");
    imports.value("./b.js", "A");
    expect(imports.lines()).toEqual([
      'import { connect, type Call } from "@acme/runtime";',
      'import { d } from "../../d.js";',
      'import type { C } from "../c.js";',
      'import { A, type B } from "./b.js";',
    ]);
  });

  it("give another name to what the file has already, the same one each time", () => {
    const imports = new Imports(["Call", "Status"]);
    expect([imports.type("./a.js", "Call"), imports.value("./a.js", "Call")]).toEqual(["Call$", "Call$"]);
    expect([imports.type("./a.js", "Status"), imports.type("./b.js", "Status")]).toEqual([
      "Status$",
      "Status$2",
    ]);
    expect(imports.lines()).toEqual([
      'import { Call as Call$, type Status as Status$ } from "./a.js";',
      'import type { Status as Status$2 } from "./b.js";',
    ]);
  });

  it("count on where a name comes from many modules, past what the file has", () => {
    const imports = new Imports(["Client", "Client$3"]);
    const modules = ["./a.js", "./b.js", "./c.js", "./d.js"];
    const names = modules.map((module) => imports.value(module, "Client"));
    expect(names).toEqual(["Client$", "Client$2", "Client$4", "Client$5"]);
    expect(modules.map((module) => imports.type(module, "Client"))).toEqual(names);
  });
});
