import type { Row } from "./typescript-rows.fixture.js";

/** Programs that compiled before do not compile after. */
export const breaking: readonly Row[] = [
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
];
