import { ts } from "ts-morph";
import { enumValues, membersOf, valuesOf, type Values } from "./members.js";
import type { Declaration } from "./surface.js";
import { tagsOf } from "./tags.js";
import { declaredNames, typeTextOf, type Reference, type TypeText } from "./type-text.js";

/** A declaration before it is known under which name and in which module it stands. */
type Parts = Omit<Declaration, "name" | "module">;

/** A declaration of a module. */
export interface Declared {
  readonly declaration: Parts;
  /** What its types name. */
  readonly references: readonly Reference[];
}

/** What a module declares, by name, exported or not; overloads of a function without the one that has the body. */
export function declarationsOf(
  source: ts.SourceFile,
  known: ReadonlyMap<string, Reference>,
): ReadonlyMap<string, readonly Declared[]> {
  const declared = new Map<string, Declared[]>();
  for (const statement of source.statements) {
    for (const name of declaredNames(statement)) {
      const before = declared.get(name) ?? [];
      const isBody = ts.isFunctionDeclaration(statement) && statement.body !== undefined;
      if (isBody && before.some(({ declaration }) => declaration.kind === "function")) continue;
      const text = typeTextOf(source, known);
      const more = declaredBy(statement, name, source, text);
      const references = [...text.references.values()];
      declared.set(name, [...before, ...more.map((one) => ({ declaration: one, references }))]);
    }
  }
  return declared;
}

function declaredBy(
  node: ts.Statement,
  name: string,
  source: ts.SourceFile,
  text: TypeText,
): readonly Parts[] {
  const tags = { typeParameters: "", ...tagsOf(node, source) };
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const kind = ts.isClassDeclaration(node) ? "class" : "interface";
    const members = membersOf(node.members, source, text);
    const typeParameters = text.typeParameters(node.typeParameters);
    return [{ kind, ...tags, typeParameters, text: heritageText(node, text), members }];
  }
  if (ts.isTypeAliasDeclaration(node)) {
    const typeParameters = text.typeParameters(node.typeParameters);
    return [{ kind: "type", ...tags, typeParameters, ...aliased(node, source, text) }];
  }
  if (ts.isFunctionDeclaration(node))
    return [{ kind: "function", text: text.signature(node), members: [], ...tags }];
  if (ts.isEnumDeclaration(node))
    return [{ kind: "enum", text: "", members: enumValues(node, source, text), ...tags }];
  if (ts.isModuleDeclaration(node))
    return [{ kind: "namespace", text: node.body ? text.print(node.body) : "", members: [], ...tags }];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations
    .filter((one) => ts.isIdentifier(one.name) && one.name.text === name)
    .map((one) => ({ kind: "const", ...typed(one, source, text), ...tags }));
}

function heritageText(node: ts.InterfaceDeclaration | ts.ClassDeclaration, text: TypeText): string {
  const clauses = (node.heritageClauses ?? []).map(({ token, types }) => {
    const word = token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
    return `${word} ${types.map((one) => text.print(one)).join(", ")}`;
  });
  return clauses.join(" ");
}

/** What an alias stands for; properties that it writes out are its members. */
function aliased(
  node: ts.TypeAliasDeclaration,
  source: ts.SourceFile,
  text: TypeText,
): Pick<Parts, "text" | "members"> {
  const parts = ts.isIntersectionTypeNode(node.type) ? node.type.types : [node.type];
  const others = parts.filter((part) => !ts.isTypeLiteralNode(part));
  const properties = parts.flatMap((part) => (ts.isTypeLiteralNode(part) ? [...part.members] : []));
  const members = membersOf(properties, source, text);
  const values = openValues(node.type, source);
  const type = values ? withoutValues(node.type, text) : others.map((part) => text.print(part)).join(" & ");
  return { text: type, members };
}

/** The type of a constant; what is written out in it, or in the values that it names, are its members. */
function typed(
  node: ts.VariableDeclaration,
  source: ts.SourceFile,
  text: TypeText,
): Pick<Parts, "text" | "members"> {
  const { type, initializer } = node;
  if (!type) return { text: initializer ? text.print(initializer) : "", members: [] };
  if (ts.isTypeLiteralNode(type)) return { text: "", members: membersOf(type.members, source, text) };
  const values = openValues(type, source);
  if (values) return { text: withoutValues(type, text), members: valuesOf(values, source, text) };
  return { text: text.print(type), members: [] };
}

/** The values behind `EnumType<typeof DiskType$values>`, a constant of the module that it does not export. */
function openValues(type: ts.TypeNode, source: ts.SourceFile): Values | undefined {
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
  const value = declaration?.initializer;
  const inner = value && ts.isAsExpression(value) ? value.expression : value;
  return inner && ts.isObjectLiteralExpression(inner) ? inner : undefined;
}

/** `EnumType` of `EnumType<typeof DiskType$values>`. */
function withoutValues(type: ts.TypeNode, text: TypeText): string {
  return ts.isTypeReferenceNode(type) ? text.print(type.typeName) : text.print(type);
}
