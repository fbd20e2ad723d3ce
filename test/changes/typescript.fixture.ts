/** Small changes of a TypeScript package, with the step that each requires. `uses.fixture.ts` tries them with programs. */

/** Files of a package by path, or its only module. */
export type Source = string | Readonly<Record<string, string>>;

/** A change of a package, named by what happens. */
export interface TypeScriptChange {
  readonly name: string;
  readonly before: Source;
  readonly after: Source;
  /** `minor` adds something; undefined if no program can tell the two versions apart. */
  readonly step: "major" | "minor" | undefined;
}

type Row = readonly [name: string, before: Source, after: Source];

/** Programs that compiled before do not compile after. */
const breaking: readonly Row[] = [
  [
    "a result in a promise loses an optional member",
    "export declare function f(): Promise<{ a: string; b?: string }>;",
    "export declare function f(): Promise<{ a: string }>;",
  ],
  [
    "an item of a list loses a member",
    "export declare function f(): { a: string; b: string }[];",
    "export declare function f(): { a: string }[];",
  ],
  [
    "an option in a nested object is removed",
    "export interface O { retry?: { limit?: number; delay?: number } } export declare function f(o: O): void;",
    "export interface O { retry?: { limit?: number } } export declare function f(o: O): void;",
  ],
  [
    "a static method requires more",
    "export class A { static make(a: string): A { return new A(); } }",
    "export class A { static make(a: string, b: string): A { return new A(); } }",
  ],
  [
    "an optional parameter of a method is removed",
    "export class A { f(a: string, b?: string): void {} }",
    "export class A { f(a: string): void {} }",
  ],
  [
    "an optional parameter becomes required",
    "export declare function f(a: string, b?: string): void;",
    "export declare function f(a: string, b: string | undefined): void;",
  ],
  [
    "a constant's method requires more",
    "export const api: { get(id: string): string } = null!;",
    "export const api: { get(id: string, region: string): string } = null!;",
  ],
  [
    "a constant becomes a function",
    "export const limit: number = 1;",
    "export declare function limit(): number;",
  ],
  [
    "a getter of an instance is removed from a generic class",
    "export class A<T> { get a(): T { return null!; } b = 1; }",
    "export class A<T> { b = 1; c?: T }",
  ],
  [
    "a callback in options receives something else",
    "export interface O { on?: (x: string) => void } export declare function f(o: O): void;",
    "export interface O { on?: (x: number) => void } export declare function f(o: O): void;",
  ],
  [
    "a callback receives more than it had to accept",
    "export declare function f(cb: (x: string) => void): void;",
    "export declare function f(cb: (x: string | number) => void): void;",
  ],
  [
    "a method's callback receives more than it had to accept",
    "export interface A { on(cb: (x: string) => void): void }",
    "export interface A { on(cb: (x: string | number) => void): void }",
  ],
  [
    "a callback must return more",
    "export declare function f(cb: () => unknown): void;",
    "export declare function f(cb: () => string): void;",
  ],
  ["a class becomes abstract", "export class A { a = 1 }", "export abstract class A { a = 1 }"],
  [
    "a function is removed",
    "export declare function f(): void; export const a: 1 = 1;",
    "export const a: 1 = 1;",
  ],
  ["a type is removed", "export interface A { a: string } export const b: 1 = 1;", "export const b: 1 = 1;"],
  ["a member is removed", "export interface A { a: string; b: string }", "export interface A { a: string }"],
  [
    "an optional member is removed",
    "export interface A { a: string; b?: string }",
    "export interface A { a: string }",
  ],
  [
    "an optional member is removed from inline options",
    "export declare function f(options: { a?: string; b?: string }): void;",
    "export declare function f(options: { a?: string }): void;",
  ],
  [
    "a required member is added to options",
    "export interface O { a: string } export declare function f(o: O): void;",
    "export interface O { a: string; b: string } export declare function f(o: O): void;",
  ],
  [
    "a required member is added to inline options",
    "export declare function f(o: { a: string }): void;",
    "export declare function f(o: { a: string; b: string }): void;",
  ],
  [
    "an option becomes required",
    "export interface O { a?: string } export declare function f(o: O): void;",
    "export interface O { a: string } export declare function f(o: O): void;",
  ],
  [
    "a result's member becomes optional",
    "export interface R { a: string } export declare function f(): R;",
    "export interface R { a?: string } export declare function f(): R;",
  ],
  ["a member changes its type", "export interface A { a: string }", "export interface A { a: number }"],
  [
    "a parameter is added",
    "export declare function f(a: string): void;",
    "export declare function f(a: string, b: string): void;",
  ],
  [
    "a parameter is removed",
    "export declare function f(a: string, b: string): void;",
    "export declare function f(a: string): void;",
  ],
  [
    "a parameter accepts less",
    "export declare function f(a: string | number): void;",
    "export declare function f(a: string): void;",
  ],
  [
    "a method's parameter accepts less",
    "export class A { f(a: string | number): void {} }",
    "export class A { f(a: string): void {} }",
  ],
  [
    "a result can be undefined",
    "export declare function f(): string;",
    "export declare function f(): string | undefined;",
  ],
  [
    "a promise can resolve to undefined",
    "export declare function f(): Promise<string>;",
    "export declare function f(): Promise<string | undefined>;",
  ],
  [
    "a result becomes a promise",
    "export declare function f(): string;",
    "export declare function f(): Promise<string>;",
  ],
  [
    "a result becomes readonly",
    "export declare function f(): string[];",
    "export declare function f(): readonly string[];",
  ],
  [
    "a tuple gets longer",
    "export declare function f(): [string];",
    "export declare function f(): [string, number];",
  ],
  [
    "a member becomes readonly",
    "export interface A { a: string }",
    "export interface A { readonly a: string }",
  ],
  [
    "a setter is removed",
    "export class A { get a(): string { return ''; } set a(value: string) {} }",
    "export class A { get a(): string { return ''; } }",
  ],
  [
    "a literal that is passed is removed",
    'export type M = "a" | "b"; export declare function f(m: M): void;',
    'export type M = "a"; export declare function f(m: M): void;',
  ],
  [
    "a literal that is returned is added",
    'export type M = "a" | "b"; export declare function f(): M;',
    'export type M = "a" | "b" | "c"; export declare function f(): M;',
  ],
  [
    "an alternative that is returned is added",
    'export type E = { kind: "a"; a: string } | { kind: "b"; b: string }; export declare function f(): E;',
    'export type E = { kind: "a"; a: string } | { kind: "b"; b: string } | { kind: "c" }; export declare function f(): E;',
  ],
  ["a constant changes its type", "export const a: string = '';", "export const a: string | undefined = '';"],
  ["a method is removed", "export class A { f(): void {} g(): void {} }", "export class A { f(): void {} }"],
  ["a static method is removed", "export class A { static f(): void {} }", "export class A {}"],
  [
    "a constructor requires more",
    "export class A { constructor(a: string) {} }",
    "export class A { constructor(a: string, b: string) {} }",
  ],
  [
    "a constructor becomes private",
    "export class A { a = 1 }",
    "export class A { a = 1; private constructor() {} }",
  ],
  [
    "a method becomes protected",
    "export class A { f(): void {} }",
    "export class A { protected f(): void {} }",
  ],
  [
    "a method becomes a property, which a subclass cannot override",
    "export class A { f(): void {} }",
    "export class A { readonly f: () => void = () => {}; }",
  ],
  [
    "an abstract class gets an abstract method",
    "export abstract class A { abstract f(): void }",
    "export abstract class A { abstract f(): void; abstract g(): void }",
  ],
  ["a class becomes an interface", "export class A { a = 1 }", "export interface A { a: number }"],
  [
    "an interface becomes a class with private state",
    "export interface A { a: number }",
    "export class A { a = 1; #b = 2; get b(): number { return this.#b; } }",
  ],
  [
    "a class no longer extends its base",
    "export class B { close(): void {} } export class A extends B { a = 1 }",
    "export class B { close(): void {} } export class A { a = 1 }",
  ],
  [
    "an interface no longer extends its base",
    "export interface B { b: string } export interface A extends B { a: string }",
    "export interface B { b: string } export interface A { a: string }",
  ],
  [
    "a hidden base class loses a method",
    "class B { close(): void {} } export class A extends B { a = 1 }",
    "class B {} export class A extends B { a = 1 }",
  ],
  ["a type parameter is added", "export interface A<T> { a: T }", "export interface A<T, U> { a: T; b?: U }"],
  [
    "a type parameter is constrained",
    "export interface A<T> { a: T }",
    "export interface A<T extends string> { a: T }",
  ],
  [
    "a type parameter gets another default",
    "export interface A<T = string> { a: T }",
    "export interface A<T = number> { a: T }",
  ],
  [
    "a function's type parameter is constrained",
    "export declare function f<T>(a: T): T;",
    "export declare function f<T extends string>(a: T): T;",
  ],
  [
    "rest parameters become one",
    "export declare function f(...a: string[]): void;",
    "export declare function f(a: string): void;",
  ],
  [
    "an overload is removed",
    "export declare function f(a: string): string; export declare function f(a: number): number;",
    "export declare function f(a: string): string;",
  ],
  ["a value of an enum is removed", "export enum E { A = 0, B = 1 }", "export enum E { A = 0 }"],
  [
    "an index signature is removed",
    "export interface A { a: string; [key: string]: string }",
    "export interface A { a: string }",
  ],
  [
    "one of several declarations of an interface is removed",
    "export interface A { a: string } export interface A { b: string }",
    "export interface A { a: string }",
  ],
  [
    "an intersection loses a part",
    "interface B { b: string } export type A = { a: string } & B;",
    "export type A = { a: string };",
  ],
  [
    "a hidden alias means another type",
    "type Id = string; export interface A { id: Id }",
    "type Id = number; export interface A { id: Id }",
  ],
  [
    "a property of a constant is removed",
    "export const a = { b: 1, c: 2 } as const;",
    "export const a = { b: 1 } as const;",
  ],
  [
    "a member of a namespace is removed",
    "export namespace N { export const a: 1 = 1; export const b: 1 = 1 }",
    "export namespace N { export const a: 1 = 1 }",
  ],
  [
    "a re-export is removed",
    { "index.ts": 'export { a, b } from "./a.js";', "a.ts": "export const a: 1 = 1; export const b: 1 = 1;" },
    { "index.ts": 'export { a } from "./a.js";', "a.ts": "export const a: 1 = 1; export const b: 1 = 1;" },
  ],
  [
    "a mapped type leaves a key out",
    'interface B { a: string; b: string } export type A = Pick<B, "a" | "b">;',
    'interface B { a: string; b: string } export type A = Pick<B, "a">;',
  ],
  [
    "a record becomes partial",
    'export declare function f(): Record<"a" | "b", string>;',
    'export declare function f(): Partial<Record<"a" | "b", string>>;',
  ],
  [
    "a nullable parameter accepts null no longer",
    "export declare function f(a: string | null): void;",
    "export declare function f(a: string): void;",
  ],
  [
    "a type of the same name comes from another declaration",
    {
      "index.ts": 'export { A } from "./a.js";',
      "a.ts": "export interface A { a: string }",
      "b.ts": "export interface A { a: number }",
    },
    {
      "index.ts": 'export { A } from "./b.js";',
      "a.ts": "export interface A { a: string }",
      "b.ts": "export interface A { a: number }",
    },
  ],
];

/** Programs compile as before, and can do more. */
const compatible: readonly Row[] = [
  [
    "overloads that do the same become one",
    "export declare function f(a: string): void; export declare function f(a: number): void;",
    "export declare function f(a: string | number): void;",
  ],
  [
    "a result whose name ends in Handlers gets a required member",
    "export interface EventHandlers { a: string } export declare function f(): EventHandlers;",
    "export interface EventHandlers { a: string; b: string } export declare function f(): EventHandlers;",
  ],
  [
    "a resource gets a second name pattern",
    "export type Parts = { project: string; secret: string }; export declare function format(p: Parts): string; export declare function parse(name: string): Parts;",
    "export type Parts = { project: string; location: string; secret: string } | { project: string; secret: string }; export declare function format(p: Parts): string; export declare function parse(name: string): Parts;",
  ],
  [
    "a class becomes generic with a default",
    "export class A { a = '' }",
    "export class A<T = string> { a = ''; b?: T }",
  ],
  [
    "a default is given to a new type parameter",
    "export interface A<T> { a: T }",
    "export interface A<T, U = string> { a: T; b?: U }",
  ],
  [
    "an optional member is added",
    "export interface A { a: string }",
    "export interface A { a: string; b?: string }",
  ],
  [
    "an optional member is added to inline options",
    "export declare function f(o: { a?: string }): void;",
    "export declare function f(o: { a?: string; b?: string }): void;",
  ],
  [
    "an optional parameter is added",
    "export declare function f(a: string): void;",
    "export declare function f(a: string, b?: string): void;",
  ],
  [
    "an overload is added",
    "export declare function f(a: string): string;",
    "export declare function f(a: string): string; export declare function f(a: number): number;",
  ],
  [
    "a parameter accepts more",
    "export declare function f(a: string): void;",
    "export declare function f(a: string | number): void;",
  ],
  [
    "a method's parameter accepts more",
    "export class A { f(a: string): void {} }",
    "export class A { f(a: string | number): void {} }",
  ],
  [
    "a parameter accepts readonly lists",
    "export declare function f(a: string[]): void;",
    "export declare function f(a: readonly string[]): void;",
  ],
  [
    "a parameter can be omitted",
    "export declare function f(a: string | undefined): void;",
    "export declare function f(a?: string): void;",
  ],
  [
    "a callback may return anything",
    "export declare function f(cb: () => string): void;",
    "export declare function f(cb: () => unknown): void;",
  ],
  [
    "a callback receives less",
    "export declare function f(cb: (x: string | number) => void): void;",
    "export declare function f(cb: (x: string) => void): void;",
  ],
  [
    "a result is always there",
    "export declare function f(): string | undefined;",
    "export declare function f(): string;",
  ],
  [
    "a promise always has a value",
    "export declare function f(): Promise<string | undefined>;",
    "export declare function f(): Promise<string>;",
  ],
  [
    "a method of a class always has a value",
    "export class A { async f(): Promise<string | undefined> { return; } }",
    "export class A { async f(): Promise<string> { return ''; } }",
  ],
  [
    "a required member is added to a result",
    "export interface R { a: string } export declare function f(): R;",
    "export interface R { a: string; b: string } export declare function f(): R;",
  ],
  ["a method is added to a class", "export class A { a = 1 }", "export class A { a = 1; f(): void {} }"],
  ["an abstract class can be instantiated", "export abstract class A { a = 1 }", "export class A { a = 1 }"],
  [
    "a type parameter is no longer constrained",
    "export interface A<T extends string> { a: T }",
    "export interface A<T> { a: T }",
  ],
  [
    "a literal that is passed is added",
    'export type M = "a" | "b"; export declare function f(m: M): void;',
    'export type M = "a" | "b" | "c"; export declare function f(m: M): void;',
  ],
  [
    "a member is no longer readonly",
    "export interface A { readonly a: string }",
    "export interface A { a: string }",
  ],
  ["a name is added", "export const a: 1 = 1;", "export const a: 1 = 1; export const b: 1 = 1;"],
  [
    "a setter is added",
    "export class A { get a(): string { return ''; } }",
    "export class A { get a(): string { return ''; } set a(value: string) {} }",
  ],
  [
    "a class gets a base with more methods",
    "export class A { a = 1 }",
    "export class B { close(): void {} } export class A extends B { a = 1 }",
  ],
  [
    "a callback's option is added, which only callbacks read",
    "export interface E { a: string } export declare function f(cb: (event: E) => void): void;",
    "export interface E { a: string; b: string } export declare function f(cb: (event: E) => void): void;",
  ],
];

/** No program can tell the versions apart. */
const invisible: readonly Row[] = [
  [
    "a conditional type is resolved",
    'type F<T> = T extends string ? "text" : "other"; export declare function f(): F<string>;',
    'export declare function f(): "text";',
  ],
  [
    "a generic alias is instantiated",
    "type Page<T> = { items: T[]; next?: string }; export declare function f(): Page<number>;",
    "export declare function f(): { items: number[]; next?: string };",
  ],
  [
    "an async method is written with its promise",
    "export class A { async f(): Promise<void> {} }",
    "export class A { f(): Promise<void> { return Promise.resolve(); } }",
  ],
  [
    "a class gets a declared constructor that was implicit",
    "export class A { a = 1 }",
    "export class A { a: number; constructor() { this.a = 1; } }",
  ],
  [
    "members move to a base class",
    "export class Session { close(): void {} name = ''; }",
    "class Base { close(): void {} } export class Session extends Base { name = ''; }",
  ],
  [
    "members move to a base interface",
    "export interface Options { a: string; b?: string }",
    "interface Base { a: string } export interface Options extends Base { b?: string }",
  ],
  [
    "a list is written as Array",
    "export interface A { a: string[] }",
    "export interface A { a: Array<string> }",
  ],
  ["a type parameter is renamed", "export interface A<T> { a: T }", "export interface A<U> { a: U }"],
  [
    "a function's type parameter is renamed",
    "export declare function f<T>(x: T): T;",
    "export declare function f<U>(x: U): U;",
  ],
  ["an interface becomes an alias", "export interface R { a: string }", "export type R = { a: string };"],
  ["an alias becomes an interface", "export type R = { a: string };", "export interface R { a: string }"],
  [
    "an alias is introduced",
    'export declare function f(m: "a" | "b"): void;',
    'type Mode = "a" | "b"; export declare function f(m: Mode): void;',
  ],
  [
    "a method of an interface becomes a readonly property",
    "export interface A { f(a: string): void }",
    "export interface A { readonly f: (a: string) => void }",
  ],
  [
    "a constant becomes a function",
    "export const f: (a: string) => void = () => {};",
    "export function f(a: string): void {}",
  ],
  [
    "a function becomes a constant",
    "export function f(a: string): void {}",
    "export const f: (a: string) => void = () => {};",
  ],
  [
    "a default is given to a type parameter",
    "export interface A<T> { a: T }",
    "export interface A<T = string> { a: T }",
  ],
  [
    "Pick is written out",
    'interface B { a: string; b: number; c: 1 } export type A = Pick<B, "a" | "b">;',
    "export type A = { a: string; b: number };",
  ],
  [
    "Omit is written out",
    'interface B { a: string; b: number } export type A = Omit<B, "b">;',
    "export type A = { a: string };",
  ],
  [
    "Partial is written out",
    "interface B { a: string } export type A = Partial<B>;",
    "export interface A { a?: string }",
  ],
  [
    "an intersection is written out",
    "interface B { b: string } export type A = { a: string } & B;",
    "export type A = { a: string; b: string };",
  ],
  [
    "a record is written as an index signature",
    "export interface A { a: Record<string, string> }",
    "export interface A { a: { [key: string]: string } }",
  ],
  ["the order of a union changes", "export type A = string | number;", "export type A = number | string;"],
  [
    "comments and order change",
    "/** A. */ export const a: 1 = 1; export const b: 2 = 2;",
    "export const b: 2 = 2; /** B. */ export const a: 1 = 1;",
  ],
  [
    "two declarations of an interface become one",
    "export interface A { a: string } export interface A { b: string }",
    "export interface A { a: string; b: string }",
  ],
  [
    "a parameter is renamed",
    "export declare function f(a: string): void;",
    "export declare function f(b: string): void;",
  ],
  [
    "a type moves to another module",
    { "index.ts": 'export { A } from "./a.js";', "a.ts": "export interface A { a: string }" },
    { "index.ts": 'export { A } from "./b.js";', "b.ts": "export interface A { a: string }" },
  ],
  [
    "a hidden type is renamed",
    "interface B { b: string } export interface A { b: B }",
    "interface C { b: string } export interface A { b: C }",
  ],
  [
    "a private member is added",
    "export class A { a = 1 }",
    "export class A { a = 1; #b = 2; private c = this.#b; }",
  ],
  [
    "a getter becomes a readonly property",
    "export class A { get a(): string { return ''; } }",
    "export class A { readonly a: string = ''; }",
  ],
  [
    "a tuple gets labels",
    "export declare function f(): [string, number];",
    "export declare function f(): [name: string, size: number];",
  ],
  [
    "a class implements an interface",
    "export class A { a = 1 }",
    "interface B { a: number } export class A implements B { a = 1 }",
  ],
  [
    "an import is renamed",
    {
      "index.ts": 'import type { B } from "./b.js"; export interface A { b: B }',
      "b.ts": "export interface B { c: string }",
    },
    {
      "index.ts": 'import type { B as C } from "./b.js"; export interface A { b: C }',
      "b.ts": "export interface B { c: string }",
    },
  ],
  [
    "a type is exported under its name by another way",
    "export interface A { a: string }",
    "interface A { a: string } export type { A };",
  ],
  [
    "a result's alias is resolved",
    "type Names = string[]; export declare function f(): Promise<Names>;",
    "export declare function f(): Promise<string[]>;",
  ],
  [
    "a readonly list is written as ReadonlyArray",
    "export interface A { a: readonly string[] }",
    "export interface A { a: ReadonlyArray<string> }",
  ],
  [
    "a base interface is dissolved",
    "interface Base { a: string } export interface Options extends Base { b?: string }",
    "export interface Options { a: string; b?: string }",
  ],
];

const rowsOf = (rows: readonly Row[], step: TypeScriptChange["step"]): TypeScriptChange[] =>
  rows.map(([name, before, after]) => ({ name, before, after, step }));

/** Every change of the table. */
export const typeScriptChanges: readonly TypeScriptChange[] = [
  ...rowsOf(breaking, "major"),
  ...rowsOf(compatible, "minor"),
  ...rowsOf(invisible, undefined),
];

/** The files of a source. */
export function filesOf(source: Source): ReadonlyMap<string, string> {
  return new Map(Object.entries(typeof source === "string" ? { "index.ts": source } : source));
}
