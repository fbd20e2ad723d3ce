import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { apiPage } from "./api-page.js";
import { filesBelow } from "./files.fixture.js";
import { readSurface } from "./read-surface.js";
import { isForeign, type Member } from "./surface.js";
import { addApiPage } from "./add-api-page.js";

const manifest = JSON.stringify({ exports: { ".": { types: "./dist/index.d.ts" } } });

/** The page of a package with one entry point. */
function pageOf(index: string, others: Readonly<Record<string, string>> = {}): string {
  const files = Object.entries({ "package.json": manifest, "src/index.ts": index, ...others });
  return apiPage(readSurface({ label: "a", files: new Map(files) }), {
    packageName: "@svc/cloud",
    writer: "protoc-gen-stratus",
  });
}

/** The code of a page. */
const codeOf = (page: string): string =>
  [...page.matchAll(/^(`{3,})ts\n(.*?)\n\1$/gms)].map(([, , code]) => code).join("\n");

const moduleOfClass = {
  "src/a.ts":
    'import type { Parts } from "./parts.js";\nexport class A { constructor(parts: Parts) {} static of(parts: Parts): A { return b; } c: 1 = 1 }',
  "src/parts.ts": "export interface Parts { readonly d: 2 }",
};

describe("the page of a class", () => {
  it("that is exported as a type alone has nothing of its constructor, and not what that takes", () => {
    const expected = "class A {\n  c: 1;\n}";
    for (const index of ['export type { A } from "./a.js";', 'export { type A } from "./a.js";'])
      expect(codeOf(pageOf(index, moduleOfClass))).toBe(expected);
  });

  it("that is exported as a value has them", () => {
    expect(codeOf(pageOf('export { A } from "./a.js";', moduleOfClass))).toBe(
      "class A {\n  constructor(parts: Parts);\n  c: 1;\n  static of(parts: Parts): A;\n}\ninterface Parts {\n  readonly d: 2;\n}",
    );
  });
});

describe("the page of a public surface", () => {
  it.each([
    ["export interface A<T> extends B { b: T }", "interface A<T> extends B {\n  b: T;\n}"],
    ["export interface A {}", "interface A {}"],
    ["export class A { static b(): C { return c; } }", "class A {\n  static b(): C;\n}"],
    ["export type A = B & { readonly c?: D };", "type A = B & {\n  readonly c?: D;\n};"],
    [
      "const b: unique symbol;\nexport interface A { readonly [b]: 1; [Symbol.iterator](): B }",
      "interface A {\n  [Symbol.iterator](): B;\n}",
    ],
    ["export type A = {};", "type A = {};"],
    ["export type A<T> = <B>(a: B) => T;", "type A<T> = <B>(a: B) => T;"],
    ["export const a: A = b;", "const a: A;"],
    ["export const a: { readonly b: C } = d;", "const a: {\n  readonly b: C;\n};"],
    ["export function a<T>(b = 1): T { return c; }", "function a<T>(b?): T;"],
    ['export interface A { "b-c": 1; (d: E): F }', 'interface A {\n  (d: E): F;\n  "b-c": 1;\n}'],
    [
      "const A$values = { B: 0 } as const;\nexport const A: EnumType<typeof A$values> = c;",
      "const A: EnumType<{\n  B: 0;\n}>;",
    ],
    [
      "export interface A {\n/** @deprecated Use c. */\nb: 1 }",
      "interface A {\n  /** @deprecated Use c. */\n  b: 1;\n}",
    ],
    ['export { a } from "other";', 'export { a } from "other";'],
  ])("shows %j as a declaration has it", (source, want) => {
    expect(codeOf(pageOf(source))).toBe(want);
  });

  it("holds strings of types in its blocks, whatever they are", () => {
    const page = pageOf('export type A = "```" | "````ts\\n# heading" | "<b>";');
    expect(codeOf(page)).toBe('type A = "```" | "````ts\\n# heading" | "<b>";');
    expect(page).toContain("\n`````ts\n");
  });

  it("does not change with comments, order, files and names of imports", () => {
    const one = 'import type { X } from "y";\nexport interface A { a: X; b: 1 }\nexport const c: A = d;';
    const other = {
      "src/a.ts":
        'import type { X as X$ } from "y";\n/** A. */\nexport interface A {\n  b: 1;\n  /** a */\n  a: X$;\n}',
    };
    expect(
      pageOf('import type { A } from "./a.js";\nexport const c: A = d;\nexport * from "./a.js";', other),
    ).toBe(pageOf(one));
  });
});

/** What the compiler says that the entry points of a package export, and which members that has by itself. */
async function exportsByCompiler(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { exports } = JSON.parse(await readFile(`${folder}/package.json`, "utf8")) as {
    exports: Record<string, { default?: { types: string } }>;
  };
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    target.default === undefined ? [] : [[path, target.default.types] as const],
  );
  const files = entries.map(([, types]) => `${folder}/${types.replace(/^\.\//, "")}`);
  const { NodeNext } = ts.ModuleKind;
  const program = ts.createProgram(files, {
    module: NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  return new Map(
    entries.map(([path], index) => {
      const source = program.getSourceFile(files[index] ?? "");
      const module = source && checker.getSymbolAtLocation(source);
      const symbols = module ? checker.getExportsOfModule(module) : [];
      return [path, symbols.flatMap((symbol) => namesOf(symbol, checker, folder)).sort()];
    }),
  );
}

function namesOf(exported: ts.Symbol, checker: ts.TypeChecker, folder: string): readonly string[] {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const own = symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(`${folder}/dist/`));
  if (!own) return [];
  const members = [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])]
    .filter(({ flags }) => !(flags & (ts.SymbolFlags.TypeParameter | ts.SymbolFlags.Prototype)))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("#") && !name.startsWith("__#"));
  const shown = members.map((name) => `${exported.name}.${name.replace(/^__.*$/, "")}`);
  return [exported.name, ...new Set(shown)];
}

/** As the compiler calls it: what has no name of its own is called by nothing here. */
function nameOf({ name, kind }: Member): string {
  const own = name.replace(/^static /, "");
  return kind === "constructor" || kind === "signature" || own.startsWith("[Symbol.") ? "" : own;
}

describe("the page of a generated package", () => {
  it.each(["cloud", "catalogue"])("has what the compiler says that programs can import: %s", async (name) => {
    const folder = fileURLToPath(new URL(`../../../generated/${name}`, import.meta.url));
    const { entries } = readSurface({ label: name, files: filesBelow(folder) });
    const surface = [...entries.values()].map(({ path, names }): [string, string[]] => {
      const own = [...names].filter(([, declared]) => !isForeign(declared));
      const shown = own.flatMap(([exported, { type, value }]) => [
        exported,
        // A type that is written out has its members elsewhere for the compiler, and constants have them in a type.
        ...[type?.kind === "alias" ? undefined : type, value?.kind === "class" ? value : undefined]
          .flatMap((part) => (part?.shape.kind === "object" ? part.shape.members : []))
          .map((member) => `${exported}.${nameOf(member)}`),
      ]);
      return [path, [...new Set(shown)].sort()];
    });
    expect(surface).toEqual([...(await exportsByCompiler(folder))].sort(([a], [b]) => (a < b ? -1 : 1)));
  });

  it.each(["cloud", "catalogue", "interop"])(
    "is a declaration that the compiler can read: %s",
    async (name) => {
      const file = fileURLToPath(new URL(`../../../generated/${name}/api.md`, import.meta.url));
      const code = codeOf(await readFile(file, "utf8"));
      const source = ts.createSourceFile("api.d.ts", code, ts.ScriptTarget.Latest);
      expect(code.length).toBeGreaterThan(1000);
      expect((source as { readonly parseDiagnostics?: readonly unknown[] }).parseDiagnostics).toEqual([]);
    },
  );

  it("comes behind the files that it is read from, which pass unchanged", () => {
    const files = [
      { path: "package.json", text: manifest },
      { path: "src/index.ts", text: "export interface A {}" },
      { path: "README.md", text: "read me" },
    ];
    const out = [...addApiPage(files, { packageName: "a", writer: "b" })];
    expect(out.slice(0, 3)).toEqual(files);
    expect(out[3]?.path).toBe("api.md");
    expect(codeOf(out[3]?.text ?? "")).toBe("interface A {}");
  });
});
