import { describe, expect, it } from "vitest";
import { readSurface } from "./read-surface.js";
import type { Surface } from "./surface.js";

const read = (files: Readonly<Record<string, string>>): Surface =>
  readSurface({ label: "sdk", files: new Map(Object.entries(files)) });

const manifest = (exports: object): string => JSON.stringify({ exports });

describe("the public surface", () => {
  it("is what the entries of package.json export, read from sources where they are there", () => {
    const { entries } = read({
      "package.json": manifest({
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./v1": { types: "./dist/v1/index.d.ts", default: "./dist/v1/index.js" },
        "./package.json": "./package.json",
      }),
      "src/index.ts": 'export { a as b, type C } from "./a.js";\nexport * from "@stratus/runtime/sdk";\n',
      "src/a.ts": "export const a: number = 1;\nexport interface C {}\nexport type Hidden = string;\n",
      "src/v1/index.ts": 'export * from "../a.js";\n',
      "dist/index.d.ts": "export {};",
    });
    expect([...entries.keys()]).toEqual([".", "./v1"]);
    expect([...(entries.get(".")?.names.keys() ?? [])]).toEqual(["b", "C"]);
    expect(entries.get(".")?.passedOn).toEqual(["@stratus/runtime/sdk"]);
    expect([...(entries.get("./v1")?.names.keys() ?? [])]).toEqual(["a", "C", "Hidden"]);
  });

  it.each([
    [{ import: "./dist/index.js", require: "./dist/index.cjs" }],
    [{ import: { types: "./dist/index.d.ts", default: "./dist/index.js" } }],
    ["./dist/index.js"],
  ])("is found behind the conditions %j", (target) => {
    const { entries } = read({
      "package.json": manifest({ ".": target }),
      "dist/index.d.ts": "export declare const a: number;\n",
    });
    expect([...(entries.get(".")?.names.keys() ?? [])]).toEqual(["a"]);
  });

  it("is the same from sources and from declarations", () => {
    const source = read({
      "package.json": manifest({ ".": "./src/index.ts" }),
      "src/index.ts": `
        /** @deprecated Use B. */
        export class A { readonly #x = 1; constructor(y: string) {} get z(): number { return this.#x; } f(a: string): void; f(a: number): void; f(): void {} private g(): void {} }
        export function h(a: string, b = 5): Promise<void> { return Promise.resolve(); }`,
    });
    const declared = read({
      "package.json": manifest({ ".": { types: "./dist/index.d.ts" } }),
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
    expect([...hidden.keys()].toSorted()).toEqual(["B", "D", "Other"]);
  });
});
