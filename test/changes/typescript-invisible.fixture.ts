import type { Row } from "./typescript-rows.fixture.js";

/** No program can tell the versions apart. */
export const invisible: readonly Row[] = [
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
  [
    "values of an enum are written in another order",
    "export enum E { A = 0, B = 1 }",
    "export enum E { B = 1, A = 0 }",
  ],
  ["the numbers of an enum are written out", "export enum E { A, B }", "export enum E { A = 0, B = 1 << 0 }"],
  [
    "an enum gets its numbers from a constant",
    "export enum E { A = 1, B = 2 }",
    "const first = 1; export enum E { A = first, B = first << 1 }",
  ],
];
