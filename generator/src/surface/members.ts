import { ts } from "ts-morph";
import type { Member } from "./surface.js";
import { tagsOf } from "./tags.js";
import type { TypeText } from "./type-text.js";

/** The members of a class, an interface or a type that programs see. */
export function membersOf(
  nodes: readonly (ts.ClassElement | ts.TypeElement)[],
  source: ts.SourceFile,
  text: TypeText,
): readonly Member[] {
  const overloaded = new Set(nodes.filter((one) => isOverload(one)).map(keyOf));
  const setters = new Set(nodes.filter(ts.isSetAccessorDeclaration).map(keyOf));
  return nodes
    .filter((one) => isVisible(one) && !(hasBody(one) && overloaded.has(keyOf(one))))
    .flatMap((one) => memberOf(one, source, text, setters))
    .sort(byName);
}

/** An object that is written out: in sources with its values (`{ A: 0 } as const`), in declarations as a type. */
export type Values = ts.ObjectLiteralExpression | ts.TypeLiteralNode;

/** The values of an object that is written out, by number. */
export function valuesOf(node: Values, source: ts.SourceFile, text: TypeText): readonly Member[] {
  const elements: readonly ts.Node[] = ts.isTypeLiteralNode(node) ? node.members : node.properties;
  return elements
    .flatMap((one): Member[] => {
      if (ts.isPropertyAssignment(one)) return [valueOf(one, one.initializer, source, text)];
      return ts.isPropertySignature(one) && one.type ? [valueOf(one, one.type, source, text)] : [];
    })
    .sort((a, b) => Number(a.text) - Number(b.text) || byName(a, b));
}

/** The values of an enum of TypeScript. */
export function enumValues(
  { members }: ts.EnumDeclaration,
  source: ts.SourceFile,
  text: TypeText,
): readonly Member[] {
  return members.map((one) => valueOf(one, one.initializer, source, text));
}

function valueOf(
  node: ts.NamedDeclaration,
  value: ts.Node | undefined,
  source: ts.SourceFile,
  text: TypeText,
): Member {
  const shape = { kind: "value", isStatic: false, isOptional: false, isReadonly: true } as const;
  return { name: nameOf(node), ...shape, text: value ? text.print(value) : "", ...tagsOf(node, source) };
}

function memberOf(
  node: ts.ClassElement | ts.TypeElement,
  source: ts.SourceFile,
  text: TypeText,
  setters: ReadonlySet<string>,
): readonly Member[] {
  const flags = flagsOf(node);
  const member = {
    name: nameOf(node),
    isStatic: Boolean(flags & ts.ModifierFlags.Static),
    isOptional: "questionToken" in node && node.questionToken !== undefined,
    isReadonly: Boolean(flags & ts.ModifierFlags.Readonly),
    ...tagsOf(node, source),
  };
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
    return [{ ...member, kind: "property", text: node.type ? text.print(node.type) : "" }];
  if (ts.isGetAccessorDeclaration(node)) {
    const isReadonly = !setters.has(keyOf(node));
    return [{ ...member, kind: "property", isReadonly, text: node.type ? text.print(node.type) : "" }];
  }
  if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node))
    return [{ ...member, kind: "method", text: text.signature(node) }];
  if (ts.isConstructorDeclaration(node))
    return [{ ...member, kind: "constructor", text: text.signature(node) }];
  if (ts.isSetAccessorDeclaration(node) || ts.isClassStaticBlockDeclaration(node)) return [];
  if (ts.isSemicolonClassElement(node)) return [];
  return [{ ...member, kind: "signature", text: text.print(node).replace(/;$/, "") }];
}

/** Without the nodes above, which a parser leaves out that is asked for speed. */
function flagsOf(node: ts.ClassElement | ts.TypeElement): ts.ModifierFlags {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.reduce((flags, { kind }) => flags | flagOf(kind), ts.ModifierFlags.None);
}

function flagOf(kind: ts.SyntaxKind): ts.ModifierFlags {
  switch (kind) {
    case ts.SyntaxKind.StaticKeyword:
      return ts.ModifierFlags.Static;
    case ts.SyntaxKind.ReadonlyKeyword:
      return ts.ModifierFlags.Readonly;
    case ts.SyntaxKind.PrivateKeyword:
      return ts.ModifierFlags.Private;
    default:
      return ts.ModifierFlags.None;
  }
}

function isVisible(node: ts.ClassElement | ts.TypeElement): boolean {
  if (node.name && ts.isPrivateIdentifier(node.name)) return false;
  return !(flagsOf(node) & ts.ModifierFlags.Private);
}

function isOverload(node: ts.Node): boolean {
  return (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) && !node.body;
}

function hasBody(node: ts.Node): boolean {
  return (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) && node.body !== undefined;
}

function keyOf(node: ts.ClassElement | ts.TypeElement): string {
  const isStatic = flagsOf(node) & ts.ModifierFlags.Static;
  return `${isStatic} ${nameOf(node)}`;
}

function nameOf({ name }: ts.NamedDeclaration): string {
  if (!name) return "";
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : "";
}

/** Overloads stay in their order, which has a meaning. */
function byName(a: Member, b: Member): number {
  if (a.name === b.name) return Number(b.isStatic) - Number(a.isStatic);
  return a.name < b.name ? -1 : 1;
}
