import type { Row } from "./typescript-rows.fixture.js";

/** More changes after which programs that compiled before do not compile. */
export const moreBreaking: readonly Row[] = [
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
    "a value of an enum gets another number",
    "export enum E { A = 0, B = 1 }",
    "export enum E { A = 0, B = 2 }",
  ],
  ["values of an enum change their places", "export enum E { A, B }", "export enum E { B, A }"],
  ["values of an enum become texts", "export enum E { A, B }", 'export enum E { A = "A", B = "B" }'],
  ["an enum becomes a const enum", "export enum E { A, B }", "export const enum E { A, B }"],
  [
    "an enum becomes an object and the union of its values",
    'export enum E { A = "a", B = "b" }',
    'export const E = { A: "a", B: "b" } as const; export type E = (typeof E)[keyof typeof E];',
  ],
  [
    "a constant that an enum is computed from changes",
    "const first = 1; export enum E { A = first, B = first << 1 }",
    "const first = 2; export enum E { A = first, B = first << 1 }",
  ],
  ["a constant gets another literal", "export const limit = 10;", "export const limit = 20;"],
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
  [
    "a class that imports a module called module gets a stricter method",
    {
      "index.ts": 'import type { B } from "./module.js"; export class A { f(x: string | B): void {} }',
      "module.ts": "export interface B { b: string }",
    },
    {
      "index.ts": 'import type { B } from "./module.js"; export class A { f(x: B): void {} }',
      "module.ts": "export interface B { b: string }",
    },
  ],
];
