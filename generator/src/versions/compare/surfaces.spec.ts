import { describe, expect, it } from "vitest";
import { diffSdks } from "../diff.js";
import type { SdkFiles } from "../../surface/sdk-files.js";

const sdk = (index: string, others: Readonly<Record<string, string>> = {}): SdkFiles => ({
  label: "sdk",
  files: new Map(Object.entries({ "index.ts": index, ...others })),
});

/** What is found between two modules, each change with its step. */
const between = async (before: SdkFiles, after: SdkFiles): Promise<string[]> =>
  (await diffSdks(before, after)).changes.map(({ step, sentences }) => `${step}: ${sentences.join(". ")}`);

describe("a surface", () => {
  it.each([
    ["a name goes", "export const a: 1 = 1;", "export {};", ["major: `a` was removed"]],
    ["a name comes", "export {};", "export type A = 1;", ["minor: `A` is new"]],
    ["a name of another package goes", 'export { A } from "a";', "export {};", ["major: `A` was removed"]],
    ["a name of another package comes", "export {};", 'export { A as B } from "a";', ["minor: `B` is new"]],
    [
      "a name is exported under another, which is the name that programs write",
      "class inner { f(): void {} }\nexport { inner as open };",
      "class inner { f(a: 1): void {} }\nexport { inner as open };",
      ["major: The signature of `open.f` changed from `() => void` to `(a: 1) => void`"],
    ],
    [
      "the name goes under which another is exported",
      "class inner { f(): void {} }\nexport { inner as open };",
      "class inner { f(): void {} }\nexport { inner as opened };",
      ["major: `open` was removed", "minor: `opened` is new"],
    ],
    ["a name is of another package from here on", "export interface A {}", 'export { A } from "a";', []],
    [
      "a name of another package is no longer passed on",
      'export { a, type B } from "other";',
      'export { a } from "other";',
      ["major: `B` was removed"],
    ],
    [
      "all of another package is passed on in place of names",
      'export { a } from "@acme/other/one";',
      'export * from "@acme/other/two";',
      ["minor: `everything of @acme/other/two` is new"],
    ],
    [
      "an import is called otherwise in the module",
      'import type { B } from "other"; export interface A { b: B }',
      'import type { B as B$ } from "other"; export interface A { b: B$ }',
      [],
    ],
    [
      "an alternative that is a function is written first",
      "export type A = (() => B) | C;",
      "export type A = C | (() => B);",
      [],
    ],
    [
      "values stand beside a namespace of their types",
      "export const A = { B: 1, C: 2 } as const;\nexport namespace A { export type B = 1 }",
      "export const A = { B: 1 } as const;",
      ["major: `A.B` was removed", "major: `A.C` was removed"],
    ],
    [
      "a type becomes a class",
      "export interface A {}",
      "export class A {}",
      ["minor: The declaration of `A` changed from `interface` to `class`"],
    ],
    [
      "a type has another parameter",
      "export interface A<T> { a: T }",
      "export interface A<T, U> { a: T }",
      ["major: The declaration of `A` changed from `<T>` to `<T, U>`"],
    ],
    [
      "a member of what is made and read is asked for",
      "export interface A { a: 1 }",
      "export interface A { a: 1; b: 2 }",
      ["major: `A.b` is new and required"],
    ],
    [
      "a member that may be left out comes",
      "export interface A { a: 1 }",
      "export interface A { a: 1; b?: 2 }",
      ["minor: `A.b` is new"],
    ],
    [
      "a member of what is only read comes",
      "export interface A { a: 1 }\nexport function f(): A { return g(); }",
      "export interface A { a: 1; b: 2 }\nexport function f(): A { return g(); }",
      ["minor: `A.b` is new"],
    ],
    [
      "a member becomes readonly",
      "export interface A { a: 1 }",
      "export interface A { readonly a: 1 }",
      ["major: `A.a` changed from `1` to `readonly 1`"],
    ],
    [
      "a member is no longer readonly",
      "export interface A { readonly a: 1 }",
      "export interface A { a: 1 }",
      ["minor: `A.a` changed from `readonly 1` to `1`"],
    ],
    [
      "a literal comes",
      'export type A = "a" | "b";',
      'export type A = "a" | "b" | "c";',
      ['major: `A` changed from `"a" | "b"` to `"a" | "b" | "c"`'],
    ],
    [
      "a literal goes",
      'export type A = "a" | "b";',
      'export type A = "a";',
      ['major: `A` changed from `"a" | "b"` to `"a"`'],
    ],
    [
      "alternatives change their order",
      "export type A = string | number;",
      "export type A = | number | string;",
      [],
    ],
    [
      "an alternative comes that is no literal",
      "export type A = string;",
      "export type A = string | number;",
      ["major: `A` changed from `string` to `number | string`"],
    ],
    [
      "a parameter comes",
      "export function f(a: 1): void {}",
      "export function f(a: 1, b: 2): void {}",
      ["major: The signature of `f` changed from `(a: 1) => void` to `(a: 1, b: 2) => void`"],
    ],
    [
      "a parameter comes that may be left out",
      "export function f(a: 1): void {}",
      "export function f(a: 1, b = 2): void {}",
      ["minor: The signature of `f` changed from `(a: 1) => void` to `(a: 1, b?: (inferred)) => void`"],
    ],
    [
      "a parameter goes",
      "export function f(a: 1): void {}",
      "export function f(): void {}",
      ["major: The signature of `f` changed from `(a: 1) => void` to `() => void`"],
    ],
    [
      "a parameter is called otherwise",
      "export function f(a: 1): void {}",
      "export function f(b: 1): void {}",
      [],
    ],
    [
      "a parameter takes more",
      "export function f(a: string): void {}",
      "export function f(a: string | number): void {}",
      ["minor: `f.a` changed from `string` to `number | string`"],
    ],
    [
      "a result gives less",
      "export function f(): string | undefined { return; }",
      "export function f(): string { return ''; }",
      ["minor: `f` changed from `string | undefined` to `string`"],
    ],
    [
      "a result is another",
      "export function f(a: 1): string { return ''; }",
      "export function f(a: 1): number { return 1; }",
      ["major: The result of `f` changed from `string` to `number`"],
    ],
    [
      "what an operation gives is another",
      "export class A { f(): OperationCall<Job, Disk> { return g(); } }",
      "export class A { f(): OperationCall<Job, Snapshot> { return g(); } }",
      ["major: `wait()` of `A.f` now returns `Snapshot` instead of `Disk`"],
    ],
    [
      "an error gets a type that it had not",
      "export function f(): CallError<unknown> { return g(); }",
      "export function f(): CallError<Problem> { return g(); }",
      ["minor: `f` changed from `CallError<unknown>` to `CallError<Problem>`"],
    ],
    [
      "options of a constructor may be left out, and hold less",
      "export class A { constructor(options: B & { endpoint: string }) {} }",
      "export class A { constructor(options?: B) {} }",
      ["minor: `A.constructor.options` changed from `B & { endpoint: string }` to `B`"],
    ],
    [
      "an overload comes",
      "export function f(a: 1): void; export function f(a: 2): void;",
      "export function f(a: 1): void; export function f(a: 2): void; export function f(a: 3): void;",
      [
        "minor: The signature of `f` changed from `(a: 1) => void; (a: 2) => void` to `(a: 1) => void; (a: 2) => void; (a: 3) => void`",
      ],
    ],
    [
      "one of several overloads takes more",
      "export function f(a: 1): void; export function f(a: 2, b: Some): void;",
      "export function f(a: 1): void; export function f(a: 2, b: Other | Some): void; export function f(a: 3): void;",
      [
        "minor: The signature of `f` changed from `(a: 1) => void; (a: 2, b: Some) => void` to `(a: 1) => void; (a: 2, b: Other | Some) => void; (a: 3) => void`",
      ],
    ],
    [
      "one of several overloads takes something else",
      "export function f(a: 1): void; export function f(a: 2, b: Some): void;",
      "export function f(a: 1): void; export function f(a: 2, b: Other): void;",
      [
        "major: The signature of `f` changed from `(a: 1) => void; (a: 2, b: Some) => void` to `(a: 1) => void; (a: 2, b: Other) => void`",
      ],
    ],
    [
      "a call of pages gives its items too",
      "export function f(): Call<ResourcePage<Page>> { return g(); }",
      "export function f(): ListCall<Resource<Item>, ResourcePage<Page>> { return g(); }",
      [
        "minor: `f` changed from `Call<ResourcePage<Page>>` to `ListCall<Resource<Item>, ResourcePage<Page>>`",
      ],
    ],
    [
      "a method of a class goes",
      "export class A { f(): void {} #g(): void {} private h(): void {} }",
      "export class A {}",
      ["major: `A.f` was removed"],
    ],
    [
      "a constructor asks for more",
      "export class A { constructor(a: 1) {} }",
      "export class A { constructor(a: 1, b: 2) {} }",
      ["major: The signature of `A.constructor` changed from `(a: 1)` to `(a: 1, b: 2)`"],
    ],
    [
      "a name is deprecated",
      "export const a: 1 = 1;",
      "/** @deprecated Use b. */\nexport const a: 1 = 1;",
      ["minor: `a` is deprecated: Use b"],
    ],
    [
      "comments and order change",
      "/** A. */ export const a: 1 = 1; export const b: 2 = 2;",
      "export const b: 2 = 2; /** Another. */ export const a: 1 = 1;",
      [],
    ],
    [
      "a package is passed on no longer",
      'export * from "x/sdk";',
      "export {};",
      ["major: `everything of x/sdk` was removed"],
    ],
  ])("where %s", async (_, before, after, want) => {
    expect(await between(sdk(before), sdk(after))).toEqual(want);
  });

  it("is made of types that no entry exports, too", async () => {
    const index = 'import type { B } from "./b.js";\nexport interface A { b?: B }\n';
    const b = (type: string): Readonly<Record<string, string>> => ({
      "b.ts": `export interface B { c: ${type} }`,
    });
    expect(await between(sdk(index, b("string")), sdk(index, b("number")))).toEqual([
      "major: `B.c` changed from `string` to `number`",
    ]);
  });

  it("has entry points that come and go as a whole", async () => {
    const one = { "v1/index.ts": "export type A = 1; export type B = 2;" };
    expect(await between(sdk("export {};", one), sdk("export {};"))).toEqual([
      "major: The entry point `./v1` was removed, with 2 names",
    ]);
    expect(await between(sdk("export {};"), sdk("export {};", one))).toEqual([
      "minor: The entry point `./v1` is new, with 2 names",
    ]);
  });
});

describe("packages of two names", () => {
  it("are compared, and the report says so", async () => {
    const of = (name: string): SdkFiles => ({
      label: name,
      files: new Map([
        ["package.json", JSON.stringify({ name, exports: { ".": "./index.ts" } })],
        ["index.ts", "export const a = 1;"],
      ]),
    });
    const { notes } = await diffSdks(of("a"), of("b"));
    expect(notes).toEqual([
      "The packages have different names, `a` and `b`: programs must change their imports",
    ]);
    expect((await diffSdks(of("a"), of("a"))).notes).toEqual([]);
  });
});
