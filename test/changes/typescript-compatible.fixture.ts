import type { Row } from "./typescript-rows.fixture.js";

/** Programs compile as before, and can do more. */
export const compatible: readonly Row[] = [
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
  ["an enum gets a value", "export enum E { A = 0, B = 1 }", "export enum E { A = 0, B = 1, C = 2 }"],
  ["a const enum becomes an enum", "export const enum E { A, B }", "export enum E { A, B }"],
];
