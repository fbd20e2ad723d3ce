import { ts } from "ts-morph";
import { readNote } from "./notes.js";
import { objectShape, readShape } from "./shapes.js";
import { inferred, type DeclaredValue, type Member, type Shape } from "./surface.js";
import type { TypeText } from "./type-text.js";

/** Returns the shape of a constant from its type, or from its literal if it has no annotation. */
export function readConstant({ type, initializer }: ts.VariableDeclaration, text: TypeText): DeclaredValue {
  const values = type && enumValuesBehind(type, text.source);
  if (!type || !values)
    return { kind: "const", head: "", shape: type ? readShape(type, text) : shapeOfValue(initializer, text) };
  const members = readValues(values, text).toSorted((a, b) => Number(a.shape.text) - Number(b.shape.text));
  return { kind: "enum", head: enumHead(type, text), shape: writtenOut(members) };
}

/** An object that is written out: in sources with its values (`{ A: 0 } as const`), in declarations as a type. */
type Values = ts.ObjectLiteralExpression | ts.TypeLiteralNode;

/** The values behind `EnumType<typeof DiskType$values>`, a constant of the module that it does not export. */
function enumValuesBehind(type: ts.TypeNode, source: ts.SourceFile): Values | undefined {
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const [argument] = type.typeArguments ?? [];
  if (!argument || !ts.isTypeQueryNode(argument) || !ts.isIdentifier(argument.exprName)) return undefined;
  const { text: name } = argument.exprName;
  const declaration = source.statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers }) => !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((one) => ts.isIdentifier(one.name) && one.name.text === name);
  if (declaration?.type && ts.isTypeLiteralNode(declaration.type)) return declaration.type;
  const value = withoutAssertion(declaration?.initializer);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** `EnumType` of `EnumType<typeof DiskType$values>`. */
function enumHead(type: ts.TypeNode, text: TypeText): string {
  return ts.isTypeReferenceNode(type) ? text.print(type.typeName) : text.print(type);
}

function withoutAssertion(value: ts.Expression | undefined): ts.Expression | undefined {
  return value && ts.isAsExpression(value) ? withoutAssertion(value.expression) : value;
}

function readValues(node: Values, text: TypeText, isConst = false): Member[] {
  const elements: readonly ts.Node[] = ts.isTypeLiteralNode(node) ? node.members : node.properties;
  return elements.flatMap((one): Member[] => {
    if (ts.isPropertyAssignment(one))
      return [readValue(one, shapeOfValue(one.initializer, text, isConst), text)];
    return ts.isPropertySignature(one) ? [readValue(one, readShape(one.type, text), text)] : [];
  });
}

function readValue(
  node: ts.PropertyAssignment | ts.PropertySignature | ts.EnumMember,
  shape: Shape,
  text: TypeText,
): Member {
  const name = "text" in node.name ? node.name.text : text.print(node.name);
  const flags = { isStatic: false, isOptional: false, isReadonly: true };
  return { name, kind: "value", ...flags, note: readNote(node, text.source), shape };
}

/** The type that a literal shows; what would have to be inferred is not looked at. */
function shapeOfValue(given: ts.Expression | undefined, text: TypeText, isInConst = false): Shape {
  const node = withoutAssertion(given);
  if (!node) return inferred;
  if (ts.isLiteralExpression(node) || ts.isPrefixUnaryExpression(node)) return textShape(text.print(node));
  if (!ts.isObjectLiteralExpression(node)) return inferred;
  const isConst = isInConst || isConstAssertion(given);
  const members = readValues(node, text, isConst).map((one): Member => ({ ...one, kind: "property" }));
  return writtenOut(members, isConst ? "readonly " : "");
}

function isConstAssertion(value: ts.Expression | undefined): boolean {
  return value !== undefined && ts.isAsExpression(value) && ts.isConstTypeReference(value.type);
}

function writtenOut(members: readonly Member[], modifier = ""): Shape {
  const properties = members.map(({ name, shape }) => `${modifier}${name}: ${shape.text}`);
  return objectShape(members, `{ ${properties.join("; ")} }`);
}

function textShape(text: string): Shape {
  return { kind: "text", text };
}

/** The type of an open enum, `OpenEnum<typeof DiskType$values>`, without the values; undefined where it is none. */
export function readEnumType(type: ts.TypeNode, text: TypeText): Shape | undefined {
  return enumValuesBehind(type, text.source) && textShape(enumHead(type, text));
}

/** The values of an enum of TypeScript. */
export function readEnumValues({ name, members }: ts.EnumDeclaration, text: TypeText): Shape {
  let next: number | undefined = 0;
  const values = members.map((one) => {
    const written = one.initializer ? text.print(one.initializer) : (next?.toString() ?? "");
    next = /^-?\d+$/.test(written) ? Number(written) + 1 : undefined;
    return readValue(one, textShape(written), text);
  });
  return objectShape(values, name.text);
}
