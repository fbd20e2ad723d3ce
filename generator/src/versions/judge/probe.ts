import { ts } from "ts-morph";
import type { Use } from "../finding/finding.js";

/** A use of an old declaration, as one line of a program. */
export interface Probe {
  /** Index of the pair. */
  readonly pair: number;
  /** The member that it uses, as in a surface: `id`, `static fromEnv`, `constructor`; empty for the whole declaration. */
  readonly key: string;
  readonly kind: ProbeKind;
  readonly text: string;
  /** The line for people, with the names and types of the package. */
  readonly shown: string;
}

/**
 * The kind of a use. A `reverse` probe uses the old declaration instead of the new one. If it compiles, programs cannot
 * tell the two apart.
 */
export type ProbeKind = "name" | "read" | "write" | "literal" | "call" | "override" | "reverse";

/** A declaration to write probes for. */
export interface Subject {
  readonly pair: number;
  readonly name: string;
  readonly checker: ts.TypeChecker;
  readonly use: Use;
  /** Type parameters, with constraints and defaults, and the arguments that pass them on. */
  readonly parameters: string;
  readonly arguments: string;
  /** Returns whether a member may have changed. Members with the same text are not tried. */
  readonly isChanged: (key: string) => boolean;
}

/** Access to a property: `.id` or `["a-b"]`, and `["id"]` for its type. */
export interface PropertyAccess {
  readonly key: string;
  readonly access: string;
  readonly type: string;
  /** The property in a literal: `id`, `"a-b"` or `[Symbol.dispose]`. */
  readonly name: string;
}

const symbols = /^__@(iterator|asyncIterator|dispose|asyncDispose|toPrimitive|toStringTag|hasInstance)@/;

/** Returns how a program accesses a property; undefined if it cannot. */
export function toAccess(property: ts.Symbol): PropertyAccess | undefined {
  const name = property.getName();
  const [, symbol] = symbols.exec(name) ?? [];
  if (symbol !== undefined) {
    const text = `[Symbol.${symbol}]`;
    return { key: text, access: text, type: `[typeof Symbol.${symbol}]`, name: text };
  }
  if (name.startsWith("__@") || name.startsWith("__#") || isHidden(property)) return undefined;
  const quoted = JSON.stringify(name);
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? { key: name, access: `.${name}`, type: `[${quoted}]`, name }
    : { key: name, access: `[${quoted}]`, type: `[${quoted}]`, name: quoted };
}

function isHidden({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0,
  );
}

export function isOptional(property: ts.Symbol): boolean {
  return (property.flags & ts.SymbolFlags.Optional) !== 0;
}

/** Returns whether programs may assign to a property. */
export function isWritable({ declarations = [], flags }: ts.Symbol): boolean {
  if (flags & ts.SymbolFlags.Accessor) return declarations.some(ts.isSetAccessor);
  return !declarations.some((one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly) !== 0);
}

/** Prints a type for people, on one line. The compiler shortens long types, as in its errors. */
export function printType(checker: ts.TypeChecker, type: ts.Type): string {
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}

/** Returns whether a type is written out where it is used, such as `{ limit?: number }`. */
export function isInline(type: ts.Type): boolean {
  return (
    type.aliasSymbol === undefined &&
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type.getSymbol()?.flags ?? 0) & (ts.SymbolFlags.TypeLiteral | ts.SymbolFlags.ObjectLiteral)) !== 0 &&
    type.getCallSignatures().length === 0 &&
    type.getConstructSignatures().length === 0
  );
}

/** A type that is written out, and an expression that reads it. */
export interface InlineValue {
  readonly type: ts.Type;
  readonly expression: string;
  /** The expression awaits a promise. */
  readonly isAsync: boolean;
}

/** Finds the type that is written out in a type: itself, the value of a promise, or the items of a list. */
export function findInline(
  checker: ts.TypeChecker,
  type: ts.Type,
  expression: string,
  depth = 3,
): InlineValue | undefined {
  const plain = checker.getNonNullableType(type);
  if (isInline(plain)) return { type: plain, expression: `${expression}!`, isAsync: false };
  if (depth === 0) return undefined;
  const item = checker.isArrayLikeType(plain)
    ? checker.getIndexTypeOfType(plain, ts.IndexKind.Number)
    : undefined;
  if (item) return findInline(checker, item, `${expression}![0]`, depth - 1);
  if (plain.getSymbol()?.name !== "Promise") return undefined;
  const [value] = checker.getTypeArguments(plain as ts.TypeReference);
  const found = value && findInline(checker, value, `(await ${expression})`, depth - 1);
  return found && { ...found, isAsync: true };
}

/** Returns whether a type has members that programs use by name. */
export function hasMembers(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (type.flags & ts.TypeFlags.Intersection) return type.getProperties().length > 0;
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    !checker.isArrayType(type) &&
    !checker.isTupleType(type) &&
    type.getCallSignatures().length === 0 &&
    type.getConstructSignatures().length === 0
  );
}
