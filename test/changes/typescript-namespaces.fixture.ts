/** Changes in namespaces, and of names that come from another declaration. */
import type { Row } from "./typescript-rows.fixture.js";

/** Programs that compiled before do not compile after. */
export const breakingInNamespaces: readonly Row[] = [
  [
    "a member of a namespace is removed",
    "export namespace N { export const a: 1 = 1; export const b: 1 = 1 }",
    "export namespace N { export const a: 1 = 1 }",
  ],
  [
    "a type in a namespace loses a member",
    "export namespace N { export interface A { a: string; b?: string } }",
    "export namespace N { export interface A { a: string } }",
  ],
  [
    "a type of a namespace is removed",
    "export namespace N { export const a: 1 = 1; export type A = string; export type B = number }",
    "export namespace N { export const a: 1 = 1; export type A = string }",
  ],
  [
    "a type in a namespace gets a required member",
    "export namespace N { export interface A { a: string } }",
    "export namespace N { export interface A { a: string; b: number } }",
  ],
  [
    "a class in a namespace loses a member",
    "export namespace N { export class A { a = 1; b = 2 } }",
    "export namespace N { export class A { a = 1 } }",
  ],
  [
    "a method of a class in a namespace accepts less",
    "export namespace N { export class A { f(x: string | number): void {} } }",
    "export namespace N { export class A { f(x: string): void {} } }",
  ],
  [
    "a constructor in a namespace requires more",
    "export namespace N { export class A { constructor(x: string) {} } }",
    "export namespace N { export class A { constructor(x: string, y: number) {} } }",
  ],
  [
    "a class in a namespace becomes abstract",
    "export namespace N { export class A { a = 1 } }",
    "export namespace N { export abstract class A { a = 1 } }",
  ],
  [
    "a static method in a namespace returns something else",
    "export namespace N { export class A { static f(): string { return '' } } }",
    "export namespace N { export class A { static f(): number { return 1 } } }",
  ],
  [
    "a class in a namespace loses its base",
    "export namespace N { export class B { b = 1 } export class A extends B { a = 1 } }",
    "export namespace N { export class B { b = 1 } export class A { a = 1 } }",
  ],
  [
    "a class loses a base in a namespace",
    "export namespace N { export class B { b = 1 } } export class A extends N.B { a = 1 }",
    "export namespace N { export class B { b = 1 } } export class A { a = 1 }",
  ],
  [
    "an enum in a namespace loses a value",
    "export namespace N { export enum E { A, B, C } }",
    "export namespace N { export enum E { A, B } }",
  ],
  [
    "a value of an enum in a namespace changes",
    "export namespace N { export enum E { A = 1 } }",
    "export namespace N { export enum E { A = 2 } }",
  ],
  [
    "a hidden type of a namespace changes",
    "export namespace N { interface H { a: string } export interface A { h: H } }",
    "export namespace N { interface H { a: number } export interface A { h: H } }",
  ],
  [
    "a type in a nested namespace loses a member",
    "export namespace N { export namespace M { export interface A { a: string; b: string } } }",
    "export namespace N { export namespace M { export interface A { a: string } } }",
  ],
  [
    "a type in a namespace beside a class loses a member",
    "export class N { x = 1 } export namespace N { export interface O { a: string; b: string } }",
    "export class N { x = 1 } export namespace N { export interface O { a: string } }",
  ],
  [
    "a constant beside a function changes",
    "export function N(): void {} export namespace N { export const a: number = 1 }",
    "export function N(): void {} export namespace N { export const a: string = '' }",
  ],
  [
    "a function beside an enum accepts something else",
    "export enum N { A } export namespace N { export function p(s: string): N { return N.A } }",
    "export enum N { A } export namespace N { export function p(s: number): N { return N.A } }",
  ],
  [
    "a type of a module that is exported as a namespace loses a member",
    { "index.ts": 'export * as ns from "./m.js";', "m.ts": "export interface A { a: string; b: string }" },
    { "index.ts": 'export * as ns from "./m.js";', "m.ts": "export interface A { a: string }" },
  ],
  [
    "a type of an imported namespace loses a member",
    {
      "index.ts": 'import * as m from "./m.js"; export { m }; export interface O { a: m.A }',
      "m.ts": "export interface A { a: string; b: string }",
    },
    {
      "index.ts": 'import * as m from "./m.js"; export { m }; export interface O { a: m.A }',
      "m.ts": "export interface A { a: string }",
    },
  ],
  [
    "a member has the type of the same name of another module",
    {
      "index.ts":
        'import type { A } from "./m.js"; export type { A as X } from "./m.js"; export type { A as Y } from "./n.js"; export interface O { a: A }',
      "m.ts": "export interface A { a: string; b: string }",
      "n.ts": "export interface A { a: string }",
    },
    {
      "index.ts":
        'import type { A } from "./n.js"; export type { A as X } from "./m.js"; export type { A as Y } from "./n.js"; export interface O { a: A }',
      "m.ts": "export interface A { a: string; b: string }",
      "n.ts": "export interface A { a: string }",
    },
  ],
  ["an enum of texts becomes a const enum", 'export enum E { A = "a" }', 'export const enum E { A = "a" }'],
];

/** Programs compile as before, and can do more. */
export const compatibleInNamespaces: readonly Row[] = [
  [
    "a type in a namespace gets an optional member",
    "export namespace N { export interface A { a: string } }",
    "export namespace N { export interface A { a: string; b?: string } }",
  ],
  [
    "a method of a class in a namespace accepts more",
    "export namespace N { export class A { f(x: string): void {} } }",
    "export namespace N { export class A { f(x: string | number): void {} } }",
  ],
  [
    "a class in a namespace gets a member",
    "export namespace N { export class A { a = 1 } export function f(): A { return new A() } }",
    "export namespace N { export class A { a = 1; b = 2 } export function f(): A { return new A() } }",
  ],
  [
    "a constructor in a namespace accepts more",
    "export namespace N { export class A { constructor(x: string) {} } }",
    "export namespace N { export class A { constructor(x: string, y?: number) {} } }",
  ],
  [
    "an enum in a namespace gets a value",
    "export namespace N { export enum E { A, B } export function f(e: E): void {} }",
    "export namespace N { export enum E { A, B, C } export function f(e: E): void {} }",
  ],
  [
    "a function with an enum of its namespace accepts more",
    "export namespace N { export enum E { A, B } export function f(e: E): void {} }",
    "export namespace N { export enum E { A, B } export function f(e: E, more?: string): void {} }",
  ],
  [
    "members move to a base class in a namespace",
    "export namespace N { export class A { b = 1; a = 1 } }",
    "export namespace N { export class B { b = 1 } export class A extends B { a = 1 } }",
  ],
  [
    "a union in a namespace that is only passed grows",
    'export namespace N { export type E = "a" | "b" } export declare function f(e: N.E): void;',
    'export namespace N { export type E = "a" | "b" | "c" } export declare function f(e: N.E): void;',
  ],
  [
    "a namespace is added",
    "export const a: 1 = 1;",
    "export const a: 1 = 1; export namespace N { export const b: 1 = 1 }",
  ],
];

/** No program can tell the two versions apart. */
export const invisibleInNamespaces: readonly Row[] = [
  [
    "a list in a namespace is written in another way",
    "export namespace N { export interface A { a: string[] } }",
    "export namespace N { export interface A { a: Array<string> } }",
  ],
  [
    "a class in a namespace gets a private member",
    "export namespace N { export class A { a = 1; private p = 1 } }",
    "export namespace N { export class A { a = 1; private p = 1; private q = 2 } }",
  ],
  [
    "the numbers of an enum in a namespace are written out",
    "export namespace N { export enum E { A, B } }",
    "export namespace N { export enum E { A = 0, B = 1 } }",
  ],
  [
    "an import of a module becomes one of a name",
    {
      "index.ts": 'import * as m from "./m.js"; export interface O { a: m.A }',
      "m.ts": "export interface A { a: string }",
    },
    {
      "index.ts": 'import type { A } from "./m.js"; export interface O { a: A }',
      "m.ts": "export interface A { a: string }",
    },
  ],
  [
    "a type moves to another module",
    {
      "index.ts":
        'export type { A } from "./m.js"; import type { A } from "./m.js"; export interface O { a: A }',
      "m.ts": "export interface A { a: string }",
    },
    {
      "index.ts":
        'export type { A } from "./n.js"; import type { A } from "./n.js"; export interface O { a: A }',
      "n.ts": "export interface A { a: string }",
    },
  ],
  [
    "an enum moves to another module",
    {
      "index.ts": 'export { E } from "./m.js"; import type { E } from "./m.js"; export interface O { e: E }',
      "m.ts": "export enum E { A, B }",
    },
    {
      "index.ts": 'export { E } from "./n.js"; import type { E } from "./n.js"; export interface O { e: E }',
      "n.ts": "export enum E { A, B }",
    },
  ],
];
