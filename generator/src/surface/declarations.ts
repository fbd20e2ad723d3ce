import { ts } from "ts-morph";
import { readNote } from "./notes.js";
import { functionShape, readMembers, objectShape, readShape, readSignature } from "./shapes.js";
import type { Declared, Note, Shape } from "./surface.js";
import { listDeclaredNames, listStatements, namesIn, type Reference } from "./statements.js";
import { readTypeText, type TypeText } from "./type-text.js";
import { readConstant, readEnumType, readEnumValues } from "./values.js";

/** A declaration of a module. */
export interface Declaration {
  readonly declared: Declared;
  /** The names that its types refer to. */
  readonly references: readonly Reference[];
  /** Of a class, what its constructor and its static members name. */
  readonly referencesOfValue: readonly Reference[];
}

/** A part of what a name stands for: the type, or the value. */
type Part = Pick<Declared, "note" | "type" | "value">;

/**
 * Finds the declarations of a module by name, exported or not.
 * @param known The imports and declarations of the module.
 */
export function findDeclarations(
  module: string,
  source: ts.SourceFile,
  known: ReadonlyMap<string, Reference>,
): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const { statement, scope } of listStatements(source.statements)) {
    const names = namesIn(scope, known);
    for (const own of listDeclaredNames(statement)) {
      const text = readTypeText(source, names);
      const textOfValue = readTypeText(source, names);
      const name = `${scope}${own}`;
      const part = readPart(statement, own, text, textOfValue);
      if (!part) continue;
      const before = found.get(name);
      const isBody = ts.isFunctionDeclaration(statement) && statement.body !== undefined;
      if (isBody && before?.declared.value?.kind === "function") continue;
      found.set(name, {
        declared: { name, module, ...(before ? joined(before.declared, part) : part) },
        references: [...(before?.references ?? []), ...text.references.values()],
        referencesOfValue: [...(before?.referencesOfValue ?? []), ...textOfValue.references.values()],
      });
    }
  }
  return found;
}

/** A name that is declared as a type and as a value is one, and so is a function with its overloads. */
function joined(before: Part, more: Part): Part {
  const isOverload = before.value?.shape.kind === "function" && more.value?.shape.kind === "function";
  const value = isOverload
    ? { ...before.value, shape: overloaded(before.value.shape, more.value.shape) }
    : (more.value ?? before.value);
  const type = mergedType(before.type, more.type);
  return { note: { ...more.note, ...before.note }, type, value };
}

/** An interface may be declared in several pieces. */
function mergedType(before: Part["type"], more: Part["type"]): Part["type"] {
  if (before?.shape.kind !== "object" || more?.shape.kind !== "object") return more ?? before;
  return { ...before, shape: { ...before.shape, members: [...before.shape.members, ...more.shape.members] } };
}

type Called = Shape & { readonly kind: "function" };

function overloaded(before: Called, more: Called): Called {
  return functionShape([...before.signatures, ...more.signatures]);
}

function readPart(
  statement: ts.Statement,
  name: string,
  text: TypeText,
  textOfValue: TypeText,
): Part | undefined {
  const note = readNote(statement, text.source);
  if (ts.isInterfaceDeclaration(statement)) {
    const shape = objectShape(readMembers([...statement.members], text), name);
    return { note, type: { kind: "interface", head: headText(statement, text), shape }, value: undefined };
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const head = text.typeParameters(statement.typeParameters);
    const shape = readEnumType(statement.type, text) ?? readShape(statement.type, text);
    return { note, type: { kind: "alias", head, shape }, value: undefined };
  }
  if (ts.isClassDeclaration(statement)) return classPart(name, statement, note, text, textOfValue);
  if (ts.isFunctionDeclaration(statement)) {
    const shape = functionShape([readSignature(statement, text)]);
    return { note, type: undefined, value: { kind: "function", head: "", shape } };
  }
  if (ts.isEnumDeclaration(statement)) {
    const isConstEnum = hasModifier(statement, ts.SyntaxKind.ConstKeyword);
    const value = { kind: "enum", head: "", shape: readEnumValues(statement, text) } as const;
    return { note, type: undefined, value: { ...value, ...(isConstEnum && { isConstEnum }) } };
  }
  const variable = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.find(
        (one) => ts.isIdentifier(one.name) && one.name.text === name,
      )
    : undefined;
  return variable && { note, type: undefined, value: readConstant(variable, text) };
}

function isOfClass(node: ts.ClassElement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return (
    ts.isConstructorDeclaration(node) || modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
  );
}

function classPart(
  name: string,
  node: ts.ClassDeclaration,
  note: Note,
  text: TypeText,
  textOfValue: TypeText,
): Part {
  const own = readMembers(
    node.members.filter((one) => !isOfClass(one)),
    text,
  );
  const ofClass = readMembers(node.members.filter(isOfClass), textOfValue);
  return {
    note,
    type: {
      kind: "class",
      head: headText(node, text),
      construction: readConstruction(node),
      shape: objectShape(own, name),
    },
    value: { kind: "class", head: "", shape: objectShape(ofClass, `class ${name}`) },
  };
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
}

function readConstruction(node: ts.ClassDeclaration): NonNullable<Part["type"]>["construction"] {
  const constructors = node.members.filter(ts.isConstructorDeclaration);
  if (constructors.some((one) => hasModifier(one, ts.SyntaxKind.PrivateKeyword))) return "private";
  if (hasModifier(node, ts.SyntaxKind.AbstractKeyword)) return "abstract";
  return constructors.some((one) => hasModifier(one, ts.SyntaxKind.ProtectedKeyword))
    ? "protected"
    : undefined;
}

/** Type parameters, and what is extended. */
function headText(node: ts.InterfaceDeclaration | ts.ClassDeclaration, text: TypeText): string {
  const clauses = (node.heritageClauses ?? []).map(({ token, types }) => {
    const word = token === ts.SyntaxKind.ExtendsKeyword ? "extends" : "implements";
    return `${word} ${types.map(text.print).join(", ")}`;
  });
  return [text.typeParameters(node.typeParameters), ...clauses].filter((part) => part !== "").join(" ");
}
