import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPackageFiles } from "./package-files.js";
import { readSurface } from "./read-surface.js";
import type { Declaration, Member } from "./surface.js";

const manifest = JSON.stringify({
  name: "@svc/cloud",
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./package.json": "./package.json",
  },
});

/** The surface of a package with one entry point, as text: a line for each name, and one for each member. */
function surfaceOf(index: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const files = new Map(Object.entries({ "package.json": manifest, "src/index.ts": index, ...others }));
  const { entries, hidden } = readSurface(files);
  return [...entries.flatMap(({ declarations }) => declarations), ...hidden].flatMap(linesOf);
}

function linesOf({ kind, name, typeParameters, text, members }: Declaration): readonly string[] {
  return [[kind, `${name}${typeParameters}`, text].join(" ").trim(), ...members.map(lineOf)];
}

function lineOf({ kind, name, text, isStatic, isReadonly, isOptional }: Member): string {
  const words = [isStatic ? "static" : "", isReadonly && kind !== "value" ? "readonly" : ""];
  return `  ${[...words, kind, `${name}${isOptional ? "?" : ""}`, text].filter(Boolean).join(" ")}`;
}

describe("the surface of a package", () => {
  it.each([
    [
      "an interface",
      "export interface A<T> extends B { b: T; a?: string }",
      ["interface A<T> extends B", "  property a? string", "  property b T"],
    ],
    ["a constant, by its type", "export const a: A<B> = f();", ["const a A<B>"]],
    [
      "the members of a constant",
      "export const a: { readonly b: C } = {};",
      ["const a", "  readonly property b C"],
    ],
    ["the properties of a type", "export type A = B & { c: D };", ["type A B", "  property c D"]],
    [
      "the overloads of a function and not its body",
      "export function f(a: A): B;\nexport function f(a: C): D;\nexport function f(a: unknown): unknown { return a; }",
      ["function f (a: A): B", "function f (a: C): D"],
    ],
    [
      "a class without what is private",
      "export class A { #b = 1; private c = 1; constructor(a = 1) {} static d(): A {} get e(): B {} f(a: A): B; f(a: object): B {} }",
      [
        "class A",
        "  constructor (a?)",
        "  static method d (): A",
        "  readonly property e B",
        "  method f (a: A): B",
      ],
    ],
    [
      "the values of an enum, by their numbers",
      "const A$values = { B: 2, C: 0 } as const;\nexport const A: EnumType<typeof A$values> = f(A$values);\nexport type A = OpenEnum<typeof A$values>;",
      ["const A EnumType", "  value C 0", "  value B 2", "type A OpenEnum"],
    ],
  ])("has %s", (_, source, want) => {
    expect(surfaceOf(source)).toEqual(want);
  });

  it("is the same however the source is broken into lines and commented", () => {
    const short = "export type A = { a: string } | B;\nexport function f(a: A, b: string[]): B { return a; }";
    const long = `
      /** A. */
      export type A =
        // One.
        | { /** a */ a: string }
        | B;
      export function f(
        a: A, // here
        b: string[],
      ): B { return a; }`;
    expect(surfaceOf(long)).toEqual(surfaceOf(short));
  });

  it("has names as their own modules have them, whatever an import calls them", () => {
    const source =
      'import type { Call as Call$ } from "@stratus/runtime/codegen-v1";\nexport type A = Call$<Call>;';
    expect(surfaceOf(source)).toEqual(["type A Call<Call>"]);
  });

  it("follows what modules pass on, where a name of the module itself goes first", () => {
    const others = {
      "src/a.ts": 'export * from "./b.js"; export interface A { a: 1 } export interface C { a: 1 }',
      "src/b.ts": 'export * from "./a.js"; export interface B {} export interface A { b: 1 }',
    };
    const index =
      'export * from "./a.js";\nexport { C as D } from "./a.js";\nexport * from "@stratus/runtime/sdk";';
    expect(surfaceOf(index, others)).toEqual([
      "interface A",
      "  property a 1",
      "interface B",
      "interface C",
      "  property a 1",
      "interface D",
      "  property a 1",
    ]);
    const files = new Map(Object.entries({ "package.json": manifest, "src/index.ts": index, ...others }));
    expect(readSurface(files).entries.map(({ passesOn }) => passesOn)).toEqual([["@stratus/runtime/sdk"]]);
  });

  it("has what exported types are made of, though no program can name it", () => {
    const others = { "src/b.ts": "interface C { c: 1 } interface D {} export class B { c(): C; #d: D; }" };
    const index = 'import { B } from "./b.js";\nexport class A extends B {}';
    expect(surfaceOf(index, others)).toEqual([
      "class A extends B",
      "class B",
      "  method c (): C",
      "interface C",
      "  property c 1",
    ]);
  });

  it("knows what is deprecated, and of what element of a proto a name was made", () => {
    const source = `
      /**
       * Kept.
       *
       * @deprecated Use B
       *   instead.
       * @generated from acme/a.proto, message acme.A
       */
      export interface A {
        /** @deprecated */
        b: 1;
      }`;
    const [entry] = readSurface(
      new Map([
        ["package.json", manifest],
        ["src/index.ts", source],
      ]),
    ).entries;
    const [declaration] = entry?.declarations ?? [];
    expect(declaration).toMatchObject({
      deprecated: "Use B instead.",
      origin: "acme/a.proto, message acme.A",
    });
    expect(declaration?.members[0]).toMatchObject({ deprecated: "", origin: undefined });
  });

  it("has the entry points of sources without a package", () => {
    const paths = [
      "index.ts",
      "services.ts",
      "session.ts",
      "a/v1/index.ts",
      "a/v1/index.server.ts",
      "a/v1/b.ts",
    ];
    const { entries } = readSurface(new Map(paths.map((path) => [path, "export {};"])));
    expect(entries.map(({ path }) => path)).toEqual([".", "./a/v1", "./a/v1/server", "./services"]);
  });
});

describe("the surface of a generated package", () => {
  it.each(["cloud", "catalogue"])(
    "is the same from its sources and from its declarations: %s",
    async (name) => {
      const folder = fileURLToPath(new URL(`../../../generated/${name}`, import.meta.url));
      const sources = await readPackageFiles(folder);
      const built = await readPackageFiles(`${folder}/dist`);
      const declarations = new Map([...built].map(([path, text]) => [`dist/${path}`, text]));
      declarations.set("package.json", sources.get("package.json") ?? "");
      const surface = readSurface(sources);
      expect(surface.entries.flatMap((entry) => entry.declarations).length).toBeGreaterThan(50);
      expect(readSurface(declarations)).toEqual(surface);
    },
  );
});
