import { describe, expect, it } from "vitest";
import { diffSdks } from "../diff.js";
import { printMarkdown, printMarkdownReport } from "../print/markdown.js";
import { printText } from "../print/text.js";

const sdk = (index: string, more: Readonly<Record<string, string>> = {}) => ({
  label: "sdk",
  files: new Map(Object.entries({ "index.ts": index, ...more })),
});

describe("a change that breaks programs", () => {
  it("is reported with a line that no longer compiles, except in a changelog", async () => {
    const diff = await diffSdks(
      sdk("export interface Disk { size: number }"),
      sdk("export interface Disk { size: bigint }"),
    );
    expect(diff.changes.map(({ proof }) => proof)).toEqual([
      {
        line: "(one: Disk): number => one.size",
        error: "Type 'bigint' is not assignable to type 'number'.",
      },
    ]);
    const quoted = "(one: Disk): number => one.size";
    expect([printText(diff, false), printMarkdownReport(diff)].every((text) => text.includes(quoted))).toBe(
      true,
    );
    expect(printMarkdown(diff, true)).not.toContain(quoted);
  });

  it("is described by the member that a base class had, if the class lost its base", async () => {
    const base = "class Base { close(): void {} }";
    const { changes } = await diffSdks(
      { ...sdk(`${base} export class Session extends Base {}`), folder: "/a folder with spaces" },
      sdk(`${base} export class Session {}`),
    );
    expect(changes.map(({ sentences, proof }) => [...sentences, proof?.error])).toEqual([
      ["`Session.close` was removed", "Property 'close' does not exist on type 'Session'."],
    ]);
  });

  it("is reported once, at the type that changed and not at those that refer to it", async () => {
    const source = (type: string): string =>
      `export interface A { a: ${type} } export interface B { a: A; b?: A[] } export declare function f(b: B): A;`;
    const { changes } = await diffSdks(sdk(source("string")), sdk(source("number")));
    expect(changes.map(({ subject }) => subject)).toEqual(["A.a"]);
  });
});

it("of a declaration that a namespace exports as well is reported once", async () => {
  const files = (type: string) => ({
    "a.ts": `export interface A { a: ${type} } export interface ${type}X {}`,
  });
  const index = 'export * from "./a.js"; export * as ns from "./a.js"; export * as all from "./index.js";';
  const { changes } = await diffSdks(sdk(index, files("string")), sdk(index, files("number")));
  expect(changes.map(({ sentences }) => sentences.join(". "))).toEqual([
    "`A.a` changed from `string` to `number`",
    "`stringX` was removed",
    "`numberX` is new",
  ]);
});

describe("a break that only some programs notice", () => {
  it.each([
    [
      "an assertion asserts nothing",
      "export declare function f(x: unknown): asserts x is string;",
      "export declare function f(x: unknown): void;",
      "major",
    ],
    [
      "a class is exported as a type alone",
      "class A { a = 1 } export { A };",
      "class A { a = 1 } export type { A };",
      "major",
    ],
    [
      "a protected member is removed",
      "export class A { protected x = 1; a = 1 }",
      "export class A { a = 1 }",
      "major",
    ],
    [
      "a protected member becomes public",
      "export class A { protected x = 1; a = 1 }",
      "export class A { x = 1; a = 1 }",
      "minor",
    ],
    [
      "a protected method accepts something else",
      "export class A { protected f(a: string): void {} }",
      "export class A { protected f(a: number): void {} }",
      "major",
    ],
    [
      "a protected member is added",
      "export class A { a = 1 }",
      "export class A { a = 1; protected x = 1 }",
      "minor",
    ],
    [
      "a method of subclasses returns the base class",
      "export class A { f(): this { return this } }",
      "export class A { f(): A { return this } }",
      "major",
    ],
    [
      "a member is added beside a method that returns the object",
      "export class A { f(): this { return this } }",
      "export class A { f(): this { return this } a = 1 }",
      "minor",
    ],
  ])("is found where %s", async (_, before, after, step) => {
    expect((await diffSdks(sdk(before), sdk(after))).step).toBe(step);
  });
});

describe("a package that is not installed", () => {
  const source = (type: string): string =>
    `import type { Call, Other } from "not-installed/v1"; export class Client { get(): ${type} { return null!; } }`;

  it("is named, and its types are compared by name", async () => {
    const { step, notes } = await diffSdks(sdk(source("Call<1>")), sdk(source("Other<1>")));
    expect([step, notes]).toEqual([
      "major",
      [
        "The package `not-installed` is not installed, so its types were compared by name. Run `npm install not-installed`",
      ],
    ]);
  });

  it("is not named if nothing that uses it changed", async () => {
    const { notes } = await diffSdks(
      sdk(source("Call<1>"), { "a.ts": "" }),
      sdk(`${source("Call<1>")} export const a = 1;`),
    );
    expect(notes).toEqual([]);
  });
});
