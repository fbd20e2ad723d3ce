import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { filesBelow } from "./files.fixture.js";
import { declarationTexts } from "./declaration-text.js";
import { readSurface } from "./read-surface.js";
import type { Surface } from "./surface.js";

const read = (files: Readonly<Record<string, string>>): Surface =>
  readSurface({ label: "sdk", files: new Map(Object.entries(files)) });

const manifest = JSON.stringify({
  name: "@svc/cloud",
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./package.json": "./package.json",
  },
});

/** The surface of a package with one entry point, as text: a line for each name, and one for each member. */
function surfaceOf(index: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const { entries, hidden } = read({ "package.json": manifest, "src/index.ts": index, ...others });
  const named = [...entries.values()].flatMap(({ names }) => [...names]);
  const behind = hidden
    .map((one) => [one.name, one] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [...named.toSorted(([one], [other]) => (one < other ? -1 : 1)), ...behind].flatMap(([name, one]) =>
    declarationTexts(name, one).flatMap((text) => text.split("\n").filter((line) => line !== "}")),
  );
}

describe("the surface of a package", () => {
  it.each([
    [
      "an interface",
      "export interface A<T> extends B { b: T; a?: string }",
      ["interface A<T> extends B {", "  a?: string;", "  b: T;"],
    ],
    ["a constant, by its type", "export const a: A<B> = f();", ["const a: A<B>;"]],
    [
      "the members of a constant",
      "export const a: { readonly b: C } = {};",
      ["const a: {", "  readonly b: C;", "};"],
    ],
    ["the properties of a type", "export type A = B & { c: D };", ["type A = B & {", "  c: D;", "};"]],
    [
      "the overloads of a function and not its body",
      "export function f(a: A): B;\nexport function f(a: C): D;\nexport function f(a: unknown): unknown { return a; }",
      ["function f(a: A): B;", "function f(a: C): D;"],
    ],
    [
      "a class without what is private",
      "export class A { #b = 1; private c = 1; constructor(a = 1) {} static d(): A {} get e(): B {} f(a: A): B; f(a: object): B {} }",
      ["class A {", "  constructor(a?);", "  static d(): A;", "  readonly e: B;", "  f(a: A): B;"],
    ],
    [
      "the values of an enum, by their numbers",
      "const A$values = { B: 2, C: 0 } as const;\nexport const A: EnumType<typeof A$values> = f(A$values);\nexport type A = OpenEnum<typeof A$values>;",
      ["const A: EnumType<{", "  C: 0;", "  B: 2;", "}>;", "type A = OpenEnum;"],
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
      'import type { Call as Call$ } from "@stratus/runtime/generated/calls-v1";\nexport type A = Call$<Call>;';
    expect(surfaceOf(source)).toEqual(["type A = Call<Call>;"]);
  });

  it("follows what modules pass on, where a name of the module itself goes first", () => {
    const others = {
      "src/a.ts": 'export * from "./b.js"; export interface A { a: 1 } export interface C { a: 1 }',
      "src/b.ts": 'export * from "./a.js"; export interface B {} export interface A { b: 1 }',
    };
    const index =
      'export * from "./a.js";\nexport { C as D } from "./a.js";\nexport * from "@stratus/runtime/generated/sdk-v1";';
    expect(surfaceOf(index, others)).toEqual([
      "interface A {",
      "  a: 1;",
      "interface B {}",
      "interface C {",
      "  a: 1;",
      "interface D {",
      "  a: 1;",
    ]);
    const { entries } = read({ "package.json": manifest, "src/index.ts": index, ...others });
    expect(entries.get(".")?.passedOn).toEqual(["@stratus/runtime/generated/sdk-v1"]);
  });

  it("has what exported types are made of, though no program can name it", () => {
    const others = { "src/b.ts": "interface C { c: 1 } interface D {} export class B { c(): C; #d: D; }" };
    const index = 'import { B } from "./b.js";\nexport class A extends B {}';
    expect(surfaceOf(index, others)).toEqual([
      "class A extends B {}",
      "class B {",
      "  c(): C;",
      "interface C {",
      "  c: 1;",
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
    const { entries } = read({ "package.json": manifest, "src/index.ts": source });
    const one = entries.get(".")?.names.get("A");
    expect(one?.note).toEqual({
      deprecated: "Use B instead.",
      origin: { file: "acme/a.proto", element: "message acme.A" },
    });
    expect(one && declarationTexts("A", one)).toEqual([
      "/** @deprecated Use B instead. */\ninterface A {\n  /** @deprecated */\n  b: 1;\n}",
    ]);
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
    const { entries } = read(Object.fromEntries(paths.map((path) => [path, "export {};"])));
    expect([...entries.keys()]).toEqual([".", "./a/v1", "./a/v1/server", "./services"]);
  });
});

const manifestOf = (exports: object): string => JSON.stringify({ exports });

describe("the public surface", () => {
  it("is what the entries of package.json export, read from sources where they are there", () => {
    const { entries } = read({
      "package.json": manifestOf({
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./v1": { types: "./dist/v1/index.d.ts", default: "./dist/v1/index.js" },
        "./package.json": "./package.json",
      }),
      "src/index.ts":
        'export { a as b, type C } from "./a.js";\nexport * from "@stratus/runtime/generated/sdk-v1";\n',
      "src/a.ts": "export const a: number = 1;\nexport interface C {}\nexport type Hidden = string;\n",
      "src/v1/index.ts": 'export * from "../a.js";\n',
      "dist/index.d.ts": "export {};",
    });
    expect([...entries.keys()]).toEqual([".", "./v1"]);
    expect([...(entries.get(".")?.names.keys() ?? [])]).toEqual(["b", "C"]);
    expect(entries.get(".")?.passedOn).toEqual(["@stratus/runtime/generated/sdk-v1"]);
    expect([...(entries.get("./v1")?.names.keys() ?? [])]).toEqual(["a", "C", "Hidden"]);
  });

  it.each([
    [{ import: "./dist/index.js", require: "./dist/index.cjs" }],
    [{ import: { types: "./dist/index.d.ts", default: "./dist/index.js" } }],
    ["./dist/index.js"],
  ])("is found behind the conditions %j", (target) => {
    const { entries } = read({
      "package.json": manifestOf({ ".": target }),
      "dist/index.d.ts": "export declare const a: number;\n",
    });
    expect([...(entries.get(".")?.names.keys() ?? [])]).toEqual(["a"]);
  });

  it("is the same from sources and from declarations", () => {
    const source = read({
      "package.json": manifestOf({ ".": "./src/index.ts" }),
      "src/index.ts": `
        /** @deprecated Use B. */
        export class A { readonly #x = 1; constructor(y: string) {} get z(): number { return this.#x; } f(a: string): void; f(a: number): void; f(): void {} private g(): void {} }
        export function h(a: string, b = 5): Promise<void> { return Promise.resolve(); }`,
    });
    const declared = read({
      "package.json": manifestOf({ ".": { types: "./dist/index.d.ts" } }),
      "dist/index.d.ts": `
        /** @deprecated Use B. */
        export declare class A { #private; constructor(y: string); get z(): number; f(a: string): void; f(a: number): void; private g; }
        export declare function h(a: string, b?: number): Promise<void>;`,
    });
    const members = (surface: Surface) => {
      const a = surface.entries.get(".")?.names.get("A");
      const shape = a?.type?.shape;
      return [
        a?.note,
        shape?.kind === "object" && shape.members.map(({ name, shape: inner }) => [name, inner.text]),
      ];
    };
    expect(members(source)).toEqual(members(declared));
    expect(members(source)).toEqual([
      { deprecated: "Use B." },
      [
        ["z", "number"],
        ["f", "(a: string) => void; (a: number) => void"],
      ],
    ]);
  });

  it("does not depend on how a type is laid out", () => {
    const one = "export type A = { a: string; b?: 'x' | 'y' };";
    const other = "export type A = {\n  // Words.\n  a: string;\n  b?:\n    | 'y'\n    | 'x';\n};";
    const textOf = (text: string) => {
      const shape = read({ "index.ts": text }).entries.get(".")?.names.get("A")?.type?.shape;
      return shape?.kind === "object"
        ? shape.members.map(({ name, shape: inner }) => `${name}: ${inner.text}`)
        : [];
    };
    expect(textOf(one)).toEqual(textOf(other));
  });

  it("ends where modules lead in a circle or nowhere", () => {
    const { entries } = read({
      "index.ts": 'export * from "./a.js";\nexport * from "./gone.js";\n',
      "a.ts": 'export * from "./index.js";\nexport const a: 1 = 1;\n',
    });
    expect([...(entries.get(".")?.names.keys() ?? [])]).toEqual(["a"]);
  });
});

describe("a type that no entry exports", () => {
  it("counts where exported ones are made of it, and nowhere else", () => {
    const { hidden } = read({
      "index.ts":
        'import type { B } from "./b.js";\nexport * from "./c.js";\nexport interface A { b: B[]; f(c: () => D): void }\ninterface D { e: number }\n',
      "c.ts": 'import type { B } from "./b.js";\nexport type C = B;\n',
      "b.ts": "export interface B { other: Other }\nexport type Other = string;\nexport type Unused = 1;\n",
    });
    expect(hidden.map(({ name }) => name).toSorted()).toEqual(["B", "D", "Other"]);
  });
});

describe("the surface of a generated package", () => {
  it.each(["cloud", "catalogue"])("is the same from its sources and from its declarations: %s", (name) => {
    const folder = fileURLToPath(new URL(`../../../generated/${name}`, import.meta.url));
    const files = [...filesBelow(folder)];
    const sources = new Map(files.filter(([path]) => !path.startsWith("dist/")));
    const declarations = new Map(files.filter(([path]) => !path.startsWith("src/")));
    const surface = readSurface({ label: name, files: sources });
    expect([...surface.entries.values()].flatMap(({ names }) => [...names]).length).toBeGreaterThan(50);
    expect(readSurface({ label: name, files: declarations })).toEqual(surface);
  });
});
