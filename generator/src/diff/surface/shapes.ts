import { ts } from "ts-morph";
import { noteOf } from "./notes.js";
import { inferred, type Arm, type Member, type Parameter, type Shape, type Signature } from "./surface.js";
import { textOf, unionText } from "./type-text.js";

/** A type as it is written. */
export function shapeOf(type: ts.TypeNode | undefined, source: ts.SourceFile): Shape {
  if (!type) return inferred;
  if (ts.isParenthesizedTypeNode(type)) return shapeOf(type.type, source);
  // A map has no members of its own.
  if (ts.isTypeLiteralNode(type) && !type.members.every(ts.isIndexSignatureDeclaration))
    return objectOf(membersOf(type.members, source), textOf(type, source));
  if (ts.isFunctionTypeNode(type)) {
    const signature = signatureOf(type, source);
    return { kind: "function", text: signature.text, signatures: [signature] };
  }
  if (ts.isIntersectionTypeNode(type) && type.types.some(ts.isTypeLiteralNode))
    return objectOf(
      type.types.flatMap((part) => membersOfPart(part, source)),
      textOf(type, source),
    );
  if (ts.isUnionTypeNode(type)) {
    const arms = type.types.map((arm): Arm => armOf(arm, source));
    return { kind: "union", text: unionText(arms.map(({ shape }) => shape.text)), arms };
  }
  return { kind: "text", text: textOf(type, source) };
}

/** Of what is joined to an object (`A & { b: C }`), the members; a name counts as a member that is called after it. */
function membersOfPart(part: ts.TypeNode, source: ts.SourceFile): readonly Member[] {
  if (ts.isTypeLiteralNode(part)) return membersOf(part.members, source);
  const shape = shapeOf(part, source);
  return [{ name: `& ${shape.text}`, isOptional: false, isReadonly: false, note: {}, shape }];
}

/** An object with these members. */
export function objectOf(members: readonly Member[], text: string): Shape {
  return { kind: "object", text, members };
}

function armOf(type: ts.TypeNode, source: ts.SourceFile): Arm {
  const shape = shapeOf(type, source);
  const tag = shape.kind === "object" ? shape.members.find(({ name }) => name === "$case") : undefined;
  const [, key] = /^"(.*)"$/.exec(tag?.shape.text ?? "") ?? [];
  return { key: key ?? shape.text, isCase: key !== undefined, shape, note: noteOf(type, source) };
}

/** Members of an object type or an interface; those of one name that can be called are one. */
export function membersOf(
  nodes: Iterable<ts.TypeElement | ts.ClassElement>,
  source: ts.SourceFile,
): Member[] {
  const members = new Map<string, Member>();
  for (const node of nodes) {
    const member = memberOf(node, source);
    if (!member) continue;
    const before = members.get(member.name);
    // The last of several, which has a body, implements the others and is not seen from outside.
    if (before && "body" in node && node.body) continue;
    members.set(member.name, before ? withOverload(before, member) : member);
  }
  return [...members.values()];
}

function withOverload(before: Member, more: Member): Member {
  if (before.shape.kind !== "function" || more.shape.kind !== "function") return before;
  const signatures = [...before.shape.signatures, ...more.shape.signatures];
  return {
    ...before,
    shape: { kind: "function", text: signatures.map(({ text }) => text).join("; "), signatures },
  };
}

function memberOf(node: ts.TypeElement | ts.ClassElement, source: ts.SourceFile): Member | undefined {
  const flags = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  const isHidden = flags.some(
    (kind) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword,
  );
  const shape = shapeOfMember(node, source);
  const name = nameOfMember(node, source);
  if (isHidden || !shape || name === undefined) return undefined;
  const isStatic = flags.includes(ts.SyntaxKind.StaticKeyword);
  return {
    name: isStatic ? `static ${name}` : name,
    isOptional: "questionToken" in node && node.questionToken !== undefined,
    isReadonly: flags.includes(ts.SyntaxKind.ReadonlyKeyword) || ts.isGetAccessor(node),
    note: noteOf(node, source),
    shape,
  };
}

function nameOfMember(node: ts.TypeElement | ts.ClassElement, source: ts.SourceFile): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isIndexSignatureDeclaration(node))
    return `[${node.parameters.map((one) => textOf(one, source)).join()}]`;
  if (ts.isCallSignatureDeclaration(node)) return "()";
  if (ts.isConstructSignatureDeclaration(node)) return "new";
  if (!node.name || ts.isPrivateIdentifier(node.name)) return undefined;
  return ts.isComputedPropertyName(node.name) ? textOf(node.name, source) : node.name.text;
}

function shapeOfMember(node: ts.TypeElement | ts.ClassElement, source: ts.SourceFile): Shape | undefined {
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) return shapeOf(node.type, source);
  if (ts.isIndexSignatureDeclaration(node)) return shapeOf(node.type, source);
  if (ts.isGetAccessor(node)) return shapeOf(node.type, source);
  const isCalled =
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isCallSignatureDeclaration(node) ||
    ts.isConstructSignatureDeclaration(node);
  if (!isCalled) return undefined;
  const signature = signatureOf(node, source);
  return { kind: "function", text: signature.text, signatures: [signature] };
}

/** How something is called. */
export function signatureOf(node: ts.SignatureDeclaration, source: ts.SourceFile): Signature {
  const head = (node.typeParameters ?? []).map((one) => textOf(one, source)).join(", ");
  const parameters = node.parameters.map((one): Parameter => ({
    name: `${one.dotDotDotToken ? "..." : ""}${textOf(one.name, source)}`,
    isOptional: (one.questionToken ?? one.initializer ?? one.dotDotDotToken) !== undefined,
    shape: shapeOf(one.type, source),
  }));
  const returns = shapeOf(node.type, source);
  const list = parameters.map(
    ({ name, isOptional, shape }) => `${name}${isOptional ? "?" : ""}: ${shape.text}`,
  );
  const text = `${head === "" ? "" : `<${head}>`}(${list.join(", ")})${returns === inferred ? "" : ` => ${returns.text}`}`;
  return { text, head, parameters, returns };
}
