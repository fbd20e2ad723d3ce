/** Turns members of classes and methods into members of interfaces that the compiler compares strictly. */
import { ts } from "ts-morph";

const { factory } = ts;

export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((one) => one.kind === kind);
}

/** Returns whether programs cannot use a member. */
export function isHidden(node: ts.ClassElement): boolean {
  return (
    hasModifier(node, ts.SyntaxKind.PrivateKeyword) ||
    hasModifier(node, ts.SyntaxKind.ProtectedKeyword) ||
    (node.name !== undefined && ts.isPrivateIdentifier(node.name))
  );
}

type Method = ts.MethodSignature | ts.MethodDeclaration;

function isMethod(node: ts.Node): node is Method {
  return ts.isMethodSignature(node) || ts.isMethodDeclaration(node);
}

/** Turns members of classes into those of interfaces, and methods with their overloads into properties. */
export function toTypeElements(
  members: readonly (ts.TypeElement | ts.ClassElement)[],
): readonly ts.TypeElement[] {
  const methods = new Map<string, Method[]>();
  for (const one of members)
    if (isMethod(one)) methods.set(keyOf(one), [...(methods.get(keyOf(one)) ?? []), one]);
  return members.flatMap((one): ts.TypeElement[] => {
    if (isMethod(one)) {
      const overloads = methods.get(keyOf(one)) ?? [];
      return overloads[0] === one ? [toProperty(one, overloads)] : [];
    }
    if (ts.isPropertyDeclaration(one)) {
      const readonly = (ts.getModifiers(one) ?? []).filter(
        ({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword,
      );
      const question = one.questionToken;
      return [factory.createPropertySignature(readonly, one.name, question, one.type)];
    }
    if (ts.isGetAccessor(one) || ts.isSetAccessor(one)) return [toOpenAccessor(one)];
    return ts.isTypeElement(one) && !ts.isConstructorDeclaration(one) ? [one] : [];
  });
}

/** An accessor without the modifiers of a class. */
function toOpenAccessor(node: ts.AccessorDeclaration): ts.TypeElement {
  return ts.isGetAccessor(node)
    ? factory.createGetAccessorDeclaration([], node.name, [], node.type, undefined)
    : factory.createSetAccessorDeclaration([], node.name, node.parameters, undefined);
}

/** Returns an interface whose methods are properties. */
export function withProperties(
  { modifiers, name, typeParameters, heritageClauses, members }: ts.InterfaceDeclaration,
  visit: (element: ts.TypeElement) => ts.TypeElement,
): ts.InterfaceDeclaration {
  const properties = toTypeElements(members).map((one) => visit(one));
  return factory.createInterfaceDeclaration(modifiers, name, typeParameters, heritageClauses, properties);
}

function keyOf({ name }: Method): string {
  return "text" in name ? name.text : name.getText();
}

function toProperty(node: Method, overloads: readonly Method[]): ts.TypeElement {
  // `this` has no meaning in a type literal. The parentheses tell a method from a property.
  const functions = overloads.map(({ typeParameters, parameters, type: result }) =>
    factory.createParenthesizedType(
      factory.createFunctionTypeNode(typeParameters, parameters, result ?? anyType),
    ),
  );
  const type = overloads.some(usesThis)
    ? factory.createParenthesizedType(factory.createIntersectionTypeNode(functions))
    : factory.createTypeLiteralNode(overloads.map(toCallSignature));
  return factory.createPropertySignature([], node.name, node.questionToken, type);
}

const anyType = factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);

/** Returns whether a node refers to the type `this`. */
function usesThis(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.ThisType || ts.forEachChild(node, usesThis) === true;
}

export function toCallSignature({
  typeParameters,
  parameters,
  type,
}: Method | ts.FunctionDeclaration): ts.CallSignatureDeclaration {
  return factory.createCallSignature(typeParameters, parameters, type);
}
