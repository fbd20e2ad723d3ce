/** Recognizes parts of types: cases of oneofs, literals, methods and index signatures. */
import { ts } from "ts-morph";
import { printType, type PropertyAccess } from "./probe.js";

/** Returns the name that a surface has for an index signature; empty for one that is not written as a member. */
export function toIndexKey(declaration: ts.IndexInfo["declaration"]): string {
  return declaration && ts.isIndexSignatureDeclaration(declaration)
    ? `[${declaration.parameters.map((one) => one.getText()).join()}]`
    : "";
}

/** A case of a oneof: its `$case` as a literal, and the type of its value for people. */
export interface Case {
  readonly tag: string;
  readonly value: string;
}

/** Returns the key of breaks that affect one case of a oneof. */
export function toCaseKey(member: string, name: string): string {
  return `${member} ${name}`;
}

/** Lists the cases of a oneof; empty for other types. */
export function listCases(checker: ts.TypeChecker, type: ts.Type): readonly Case[] {
  const plain = checker.getNonNullableType(type);
  const cases = (plain.isUnion() ? plain.types : [plain]).map((one): Case | undefined => {
    const [tag, value] = ["$case", "value"].map((name) => one.getProperty(name));
    const literal = tag && toLiteral(checker.getTypeOfSymbol(tag));
    return literal === undefined || !value
      ? undefined
      : { tag: literal, value: printType(checker, checker.getTypeOfSymbol(value)) };
  });
  return cases.every((one) => one !== undefined) ? cases : [];
}

export function toLiteral(type: ts.Type): string | undefined {
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  return type.isNumberLiteral() ? String(type.value) : undefined;
}

/** Returns whether a property was a method. `declaration-writer.ts` turned it into a property with call signatures. */
export function isMethod({ flags, declarations = [] }: ts.Symbol): boolean {
  return (
    (flags & ts.SymbolFlags.Method) !== 0 ||
    declarations.some(
      (one) =>
        ts.isPropertySignature(one) &&
        one.type !== undefined &&
        (ts.isParenthesizedTypeNode(one.type) ||
          (ts.isTypeLiteralNode(one.type) && one.type.members.some(ts.isCallSignatureDeclaration))),
    )
  );
}

export function toKeyType({ type }: Pick<PropertyAccess, "type">): string {
  return type.slice(1, -1);
}
