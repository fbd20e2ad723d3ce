import { describe, expect, it } from "vitest";
import { readModuleText } from "./module-text.js";

describe("the text of a module", () => {
  it.each<[string, readonly string[]]>([
    ["export const a = 1, b = 2;", ["a", "b"]],
    ["export const { a, b: [c, , d = 1], ...e } = x;", ["a", "c", "d", "e"]],
    ["export function f(): void {}\nexport class C {}\nexport enum E {}", ["f", "C", "E"]],
    ["export interface I {}\nexport type T = 1;\nexport namespace N {}", ["I", "T", "N"]],
    ['export { a, b as c, type D } from "./x.js";', ["a", "c", "D"]],
    ['export * as x from "./x.js";', ["x"]],
    ["export default 1;", ["default"]],
    ["export default function f(): void {}", ["default"]],
    ["export = 1;", ["default"]],
    ["const a = 1;\nfunction f(): void {}", []],
    ['export * from "./x.js";', []],
  ])("%j exports %j", async (text, want) => {
    expect((await readModuleText(text)).exports.map(({ name }) => name)).toEqual(want);
  });

  it("tells every import, static, dynamic and of types, with its place", async () => {
    const text = `import "./a.js";\nimport type { B } from "./b.js";\nexport * from "./c.js";\nconst d = () => import("./d.js");\ntype E = import("./e.js").E;\n`;
    const { imports, reexportedModules } = await readModuleText(text);
    expect(imports.map(({ name }) => name).sort()).toEqual([
      "./a.js",
      "./b.js",
      "./c.js",
      "./d.js",
      "./e.js",
    ]);
    expect(imports[1]).toEqual({ name: "./b.js", line: 2, column: 24 });
    expect(reexportedModules).toEqual([{ name: "./c.js", line: 3, column: 1 }]);
  });

  it("tells what is no TypeScript, and where", async () => {
    const { syntaxErrors } = await readModuleText("export const a = ;\n");
    expect(syntaxErrors).toEqual([{ name: "Expression expected.", line: 1, column: 18 }]);
    expect((await readModuleText("export const a = 1;\n")).syntaxErrors).toEqual([]);
  });
});
