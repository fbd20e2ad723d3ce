/**
 * The tree of a JMESPath expression.
 *
 * @module
 */
import type { QueryValue } from "./query-value.js";
import type { FunctionName } from "./signatures.js";

/** A comparison operator. */
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** An expression. `of` is what it is applied to. */
export type Node =
  | { readonly kind: "current" }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "literal"; readonly value: QueryValue }
  | { readonly kind: "index"; readonly at: number }
  | { readonly kind: "slice"; readonly parts: readonly (number | undefined)[] }
  | { readonly kind: "then"; readonly of: Node; readonly next: Node }
  | { readonly kind: "project"; readonly over: "array" | "object"; readonly of: Node; readonly next: Node }
  | { readonly kind: "filter"; readonly of: Node; readonly condition: Node; readonly next: Node }
  | { readonly kind: "flatten"; readonly of: Node }
  | { readonly kind: "and" | "or"; readonly left: Node; readonly right: Node }
  | { readonly kind: "not"; readonly of: Node }
  | { readonly kind: "compare"; readonly by: Comparison; readonly left: Node; readonly right: Node }
  | { readonly kind: "list"; readonly items: readonly Node[] }
  | { readonly kind: "hash"; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly kind: "call"; readonly name: FunctionName; readonly args: readonly Node[] }
  | { readonly kind: "reference"; readonly to: Node };
