import { ts } from "ts-morph";
import type { Member } from "./surface.js";
import type { TypeText } from "./type-text.js";

/** What comments say of an element in tags. */
export function tagsOf(node: ts.Node): Pick<Member, "deprecated" | "origin"> {
  const textOf = (name: string): string | undefined => {
    const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name);
    return tag && (ts.getTextOfJSDocComment(tag.comment) ?? "").replaceAll(/\s+/g, " ").trim();
  };
  return { deprecated: textOf("deprecated"), origin: textOf("generated")?.replace(/^from /, "") };
}

/** The members of a class, an interface or a type that programs see. */
export function membersOf(
  nodes: readonly (ts.ClassElement | ts.TypeElement)[],
  text: TypeText,
): readonly Member[] {
  const overloaded = new Set(nodes.filter((one) => isOverload(one)).map(keyOf));
  const setters = new Set(nodes.filter(ts.isSetAccessorDeclaration).map(keyOf));
  return nodes
    .filter((one) => isVisible(one) && !(hasBody(one) && overloaded.has(keyOf(one))))
    .flatMap((one) => memberOf(one, text, setters))
    .sort(byName);
}

/** An object that is written out: in sources with its values (`{ A: 0 } as const`), in declarations as a type. */
export type Values = ts.ObjectLiteralExpression | ts.TypeLiteralNode;

/** The values of an object that is written out, by number. */
export function valuesOf(node: Values, text: TypeText): readonly Member[] {
  const elements: readonly ts.Node[] = ts.isTypeLiteralNode(node) ? node.members : node.properties;
  return elements
    .flatMap((one): Member[] => {
      if (ts.isPropertyAssignment(one)) return [valueOf(one, one.initializer, text)];
      return ts.isPropertySignature(one) && one.type ? [valueOf(one, one.type, text)] : [];
    })
    .sort((a, b) => Number(a.text) - Number(b.text) || byName(a, b));
}

/** The values of an enum of TypeScript. */
export function enumValues({ members }: ts.EnumDeclaration, text: TypeText): readonly Member[] {
  return members.map((one) => valueOf(one, one.initializer, text));
}

function valueOf(node: ts.NamedDeclaration, value: ts.Node | undefined, text: TypeText): Member {
  const shape = { kind: "value", isStatic: false, isOptional: false, isReadonly: true } as const;
  return { name: nameOf(node), ...shape, text: value ? text.print(value) : "", ...tagsOf(node) };
}

function memberOf(
  node: ts.ClassElement | ts.TypeElement,
  text: TypeText,
  setters: ReadonlySet<string>,
): readonly Member[] {
  const flags = ts.getCombinedModifierFlags(node as ts.Declaration);
  const member = {
    name: nameOf(node),
    isStatic: Boolean(flags & ts.ModifierFlags.Static),
    isOptional: "questionToken" in node && node.questionToken !== undefined,
    isReadonly: Boolean(flags & ts.ModifierFlags.Readonly),
    ...tagsOf(node),
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

function isVisible(node: ts.ClassElement | ts.TypeElement): boolean {
  if (node.name && ts.isPrivateIdentifier(node.name)) return false;
  return !(ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Private);
}

function isOverload(node: ts.Node): boolean {
  return (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) && !node.body;
}

function hasBody(node: ts.Node): boolean {
  return (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) && node.body !== undefined;
}

function keyOf(node: ts.ClassElement | ts.TypeElement): string {
  const isStatic = ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Static;
  return `${isStatic} ${nameOf(node)}`;
}

function nameOf({ name }: ts.NamedDeclaration): string {
  if (!name) return "";
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : name.getText();
}

/** Overloads stay in their order, which has a meaning. */
function byName(a: Member, b: Member): number {
  if (a.name === b.name) return Number(b.isStatic) - Number(a.isStatic);
  return a.name < b.name ? -1 : 1;
}
