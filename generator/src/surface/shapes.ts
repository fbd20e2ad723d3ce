import { ts } from "ts-morph";
import { readNote } from "./notes.js";
import {
  inferred,
  type Alternative,
  type Member,
  type MemberKind,
  type Parameter,
  type Shape,
  type Signature,
} from "./surface.js";
import { printUnion, type TypeText } from "./type-text.js";

type Element = ts.TypeElement | ts.ClassElement;

/** A type as it is written. */
export function readShape(type: ts.TypeNode | undefined, text: TypeText): Shape {
  if (!type) return inferred;
  if (ts.isParenthesizedTypeNode(type)) return readShape(type.type, text);
  // A map has no members of its own.
  if (ts.isTypeLiteralNode(type) && !isMap(type))
    return objectShape(readMembers(type.members, text), text.print(type));
  if (ts.isFunctionTypeNode(type)) return functionShape([readSignature(type, text)]);
  if (ts.isIntersectionTypeNode(type) && type.types.some(ts.isTypeLiteralNode))
    return objectShape(
      type.types.flatMap((part) => membersOfPart(part, text)),
      text.print(type),
    );
  if (ts.isUnionTypeNode(type)) {
    const arms = type.types.map((arm): Alternative => readArm(arm, text));
    return { kind: "union", text: printUnion(arms.map(({ shape }) => alternativeText(shape))), arms };
  }
  return { kind: "text", text: text.print(type) };
}

/**
 * Prints an alternative of a union. A function is in parentheses; otherwise what follows would be part of its result.
 */
export function alternativeText({ kind, text }: Pick<Shape, "kind" | "text">): string {
  return kind === "function" ? `(${text})` : text;
}

function isMap({ members }: ts.TypeLiteralNode): boolean {
  return members.length > 0 && members.every(ts.isIndexSignatureDeclaration);
}

/** Of what is joined to an object (`A & { b: C }`), the members; a name counts as a member that is called after it. */
function membersOfPart(part: ts.TypeNode, text: TypeText): readonly Member[] {
  if (ts.isTypeLiteralNode(part)) return readMembers(part.members, text);
  const shape = readShape(part, text);
  const flags = { isStatic: false, isOptional: false, isReadonly: false };
  return [{ name: `& ${shape.text}`, kind: "base", ...flags, note: {}, shape }];
}

/** An object with these members. */
export function objectShape(members: readonly Member[], text: string): Shape {
  return { kind: "object", text, members };
}

/** Returns the shape of a function with these signatures. */
export function functionShape(signatures: readonly Signature[]): Shape & { readonly kind: "function" } {
  return { kind: "function", text: signatures.map(({ text }) => text).join("; "), signatures };
}

function readArm(type: ts.TypeNode, text: TypeText): Alternative {
  const shape = readShape(type, text);
  const tag = shape.kind === "object" ? shape.members.find(({ name }) => name === "$case") : undefined;
  const [, key] = /^"(.*)"$/.exec(tag?.shape.text ?? "") ?? [];
  return { key: key ?? shape.text, isCase: key !== undefined, shape, note: readNote(type, text.source) };
}

/** Members of an object type, an interface or a class that programs see; those of one name that are called are one. */
export function readMembers(nodes: readonly Element[], text: TypeText): Member[] {
  const members = new Map<string, Member>();
  const set = new Set<string>();
  for (const node of nodes) {
    const member = readMember(node, text);
    if (!member) continue;
    const before = members.get(member.name);
    if (ts.isSetAccessor(node)) set.add(member.name);
    // The last of several, which has a body, implements the others and is not seen from outside.
    if (before && "body" in node && node.body && before.shape.kind === "function") continue;
    members.set(member.name, before ? joined(before, member) : member);
  }
  return [...members.values()].map((one) => (set.has(one.name) ? { ...one, isReadonly: false } : one));
}

/** One more way to call a member, or the other half of a property: what gives it has its type. */
function joined(before: Member, more: Member): Member {
  if (before.shape.kind !== "function" || more.shape.kind !== "function")
    return before.shape === inferred ? { ...before, shape: more.shape } : before;
  return { ...before, shape: functionShape([...before.shape.signatures, ...more.shape.signatures]) };
}

/** A member; undefined where programs do not see it. */
function readMember(node: Element, text: TypeText): Member | undefined {
  const flags = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  const isProtected = flags.includes(ts.SyntaxKind.ProtectedKeyword);
  const isHidden =
    flags.includes(ts.SyntaxKind.PrivateKeyword) || (isProtected && ts.isConstructorDeclaration(node));
  const name = memberName(node, text);
  const shape = isHidden || name === undefined ? undefined : shapeOfMember(node, text);
  if (name === undefined || !shape) return undefined;
  const isStatic = flags.includes(ts.SyntaxKind.StaticKeyword);
  return {
    name: `${isProtected ? "protected " : ""}${isStatic ? "static " : ""}${name}`,
    kind: memberKind(node),
    isStatic,
    isOptional: "questionToken" in node && node.questionToken !== undefined,
    isReadonly: flags.includes(ts.SyntaxKind.ReadonlyKeyword) || ts.isGetAccessor(node),
    note: readNote(node, text.source),
    shape,
  };
}

function memberKind(node: Element): MemberKind {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) return "method";
  const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isAccessor(node);
  return isProperty ? "property" : "signature";
}

function memberName(node: Element, text: TypeText): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isIndexSignatureDeclaration(node)) return `[${node.parameters.map(text.print).join()}]`;
  if (ts.isCallSignatureDeclaration(node)) return "()";
  if (ts.isConstructSignatureDeclaration(node)) return "new";
  if (!node.name || ts.isPrivateIdentifier(node.name)) return undefined;
  if (!ts.isComputedPropertyName(node.name)) return node.name.text;
  // A symbol that a package keeps to itself is a name that no program has; those of the language stand at `Symbol`.
  return ts.isIdentifier(node.name.expression) ? undefined : text.print(node.name);
}

function shapeOfMember(node: Element, text: TypeText): Shape | undefined {
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) return readShape(node.type, text);
  if (ts.isIndexSignatureDeclaration(node) || ts.isGetAccessor(node)) return readShape(node.type, text);
  if (ts.isSetAccessor(node)) return inferred;
  const isCalled =
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isCallSignatureDeclaration(node) ||
    ts.isConstructSignatureDeclaration(node);
  return isCalled ? functionShape([readSignature(node, text)]) : undefined;
}

/** How something is called. */
export function readSignature(node: ts.SignatureDeclaration, text: TypeText): Signature {
  const head = text.typeParameters(node.typeParameters);
  const parameters = node.parameters.map((one): Parameter => ({
    name: `${one.dotDotDotToken ? "..." : ""}${ts.isIdentifier(one.name) ? one.name.text : "options"}`,
    isOptional: (one.questionToken ?? one.initializer ?? one.dotDotDotToken) !== undefined,
    shape: readShape(one.type, text),
  }));
  const returns = readShape(node.type, text);
  const list = parameters.map(
    ({ name, isOptional, shape }) => `${name}${isOptional ? "?" : ""}: ${shape.text}`,
  );
  const call = `${head}(${list.join(", ")})${returns === inferred ? "" : ` => ${returns.text}`}`;
  return { text: call, head, parameters, returns, note: readNote(node, text.source) };
}
