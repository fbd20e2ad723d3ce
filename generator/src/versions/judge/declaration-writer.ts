/**
 * Writes a declaration of the old version so that it can be compiled among the types of the new one. Each name in it is
 * the import that the caller gives, so that only the declaration itself is old.
 */
import { ts } from "ts-morph";
import { listDeclaredNames, nameIn } from "../../surface/type-text.js";
import { hasModifier, isHidden, toCallSignature, toTypeElements, withProperties } from "./type-elements.js";

/** A declaration as text, under other names. */
export interface WrittenDeclaration {
  /** Statements that declare the type `typeName`, and the value `valueName`. */
  readonly text: string;
  readonly hasType: boolean;
  readonly hasValue: boolean;
  /** Type parameters with their constraints and defaults: `<T extends A = B>`, or nothing. */
  readonly parameters: string;
  /** Type arguments: `<T>`, or nothing. */
  readonly arguments: string;
  /** Type arguments of several instances, such as `<string>`; none if the constraints depend on each other. */
  readonly instances: readonly string[];
  /** All type parameters have defaults. */
  readonly hasDefaults: boolean;
  readonly isClass: boolean;
  readonly isAbstract: boolean;
}

const printer = ts.createPrinter({ removeComments: true });
const { factory } = ts;

/** Arguments for type parameters without a constraint. */
const samples = ["string", "{ a: number }"];

/**
 * Writes the statements that declare a name. Methods become properties with call signatures, so that the compiler
 * compares their parameters strictly. A class becomes an interface and the type of its constructor.
 *
 * @param source The module, as declarations.
 * @param alias Returns the name under which a name of the module is imported; undefined to keep it.
 * @returns undefined for namespaces with classes, and for classes whose base is an expression, which cannot be written so.
 */
export function writeDeclaration(
  source: ts.SourceFile,
  name: string,
  names: { readonly typeName: string; readonly valueName: string },
  alias: (name: string) => string | undefined,
): WrittenDeclaration | undefined {
  const statements = source.statements.filter((one) => listDeclaredNames(one).includes(name));
  if (statements.length === 0 || statements.some(isUnwritable)) return undefined;
  const writer = new Writer(source, name, names, alias);
  for (const statement of statements) if (!writer.add(statement)) return undefined;
  return writer.finish();
}

function isUnwritable(one: ts.Statement): boolean {
  if (!ts.isModuleDeclaration(one)) return false;
  const { body } = one;
  return body === undefined || !ts.isModuleBlock(body) || !body.statements.every(isWritableMember);
}

/** Returns whether a namespace with a declaration can be written: its constants are those of an object. */
function isWritableMember(one: ts.Statement): boolean {
  return (
    ts.isVariableStatement(one) ||
    ts.isFunctionDeclaration(one) ||
    ts.isInterfaceDeclaration(one) ||
    ts.isTypeAliasDeclaration(one)
  );
}

class Writer {
  readonly #source: ts.SourceFile;
  readonly #name: string;
  readonly #names: { readonly typeName: string; readonly valueName: string };
  readonly #alias: (name: string) => string | undefined;
  readonly #lines: string[] = [];
  readonly #calls: string[] = [];
  #parameters: readonly ts.TypeParameterDeclaration[] = [];
  #hasType = false;
  #hasValue = false;
  #isClass = false;
  #isAbstract = false;
  #ownParameters: ReadonlySet<string> = new Set();

  constructor(
    source: ts.SourceFile,
    name: string,
    names: { readonly typeName: string; readonly valueName: string },
    alias: (name: string) => string | undefined,
  ) {
    this.#source = source;
    this.#name = name;
    this.#names = names;
    this.#alias = alias;
  }

  /** Returns whether the statement can be written. */
  add(statement: ts.Statement): boolean {
    this.#ownParameters = listTypeParameters(statement);
    if (ts.isInterfaceDeclaration(statement)) {
      this.#addInterface(statement, toTypeElements(statement.members), statement.heritageClauses ?? []);
      return true;
    }
    if (ts.isTypeAliasDeclaration(statement)) {
      this.#hasType = true;
      this.#parameters = statement.typeParameters ?? [];
      this.#lines.push(
        `export type ${this.#names.typeName}${this.#head(statement)} = ${this.#print(statement.type)};`,
      );
      return true;
    }
    if (ts.isClassDeclaration(statement)) return this.#addClass(statement);
    if (ts.isModuleDeclaration(statement)) {
      this.#hasValue = true;
      const body = statement.body ? this.#print(statement.body) : "{}";
      this.#lines.push(`export declare namespace ${this.#names.valueName} ${body}`);
      return true;
    }
    if (ts.isEnumDeclaration(statement)) {
      this.#hasValue = true;
      const { typeName, valueName } = this.#names;
      const word = hasModifier(statement, ts.SyntaxKind.ConstKeyword) ? "const enum" : "enum";
      const members = statement.members.map((one) => this.#print(one)).join(", ");
      this.#lines.push(
        `export declare ${word} ${valueName} { ${members} }`,
        `export type ${typeName} = ${valueName};`,
      );
      return true;
    }
    if (ts.isFunctionDeclaration(statement)) {
      this.#hasValue = true;
      this.#calls.push(this.#print(toCallSignature(statement)));
      return true;
    }
    return ts.isVariableStatement(statement) && this.#addVariable(statement);
  }

  finish(): WrittenDeclaration {
    const calls =
      this.#calls.length === 0
        ? []
        : [`export declare const ${this.#names.valueName}: { ${this.#calls.join(" ")} };`];
    const list = this.#parameters;
    return {
      text: [...this.#lines, ...calls].join("\n"),
      hasType: this.#hasType,
      hasValue: this.#hasValue,
      parameters: list.length === 0 ? "" : `<${list.map((one) => this.#print(one)).join(", ")}>`,
      arguments: list.length === 0 ? "" : `<${list.map(({ name }) => name.text).join(", ")}>`,
      instances: this.#listInstances(),
      hasDefaults: list.every((one) => one.default !== undefined),
      isClass: this.#isClass,
      isAbstract: this.#isAbstract,
    };
  }

  #listInstances(): readonly string[] {
    const list = this.#parameters;
    const names = new RegExp(`\\b(?:${list.map(({ name }) => name.text).join("|")})\\b`);
    const constraints = list.map(({ constraint }) => constraint && this.#print(constraint));
    if (list.length === 0 || constraints.some((one) => one !== undefined && names.test(one))) return [];
    return samples.map((sample) => `<${constraints.map((one) => one ?? sample).join(", ")}>`);
  }

  #addInterface(
    node: ts.InterfaceDeclaration | ts.ClassDeclaration,
    members: readonly ts.TypeElement[],
    clauses: readonly ts.HeritageClause[],
  ): void {
    this.#hasType = true;
    this.#parameters = node.typeParameters ?? [];
    const bases = clauses.flatMap(({ token, types }) =>
      token === ts.SyntaxKind.ExtendsKeyword ? types.map((one) => this.#print(one)) : [],
    );
    const body = members.map((one) => this.#print(one)).join(" ");
    const heritage = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
    this.#lines.push(`export interface ${this.#names.typeName}${this.#head(node)}${heritage} { ${body} }`);
  }

  #addClass(node: ts.ClassDeclaration): boolean {
    const clauses = node.heritageClauses ?? [];
    const [base] = clauses.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
    if (base && !ts.isIdentifier(base.expression)) return false;
    const shown = node.members.filter((one) => !isHidden(one));
    const instance = shown.filter((one) => !hasModifier(one, ts.SyntaxKind.StaticKeyword));
    this.#addInterface(node, toTypeElements(instance), clauses);
    this.#hasValue = true;
    this.#isClass = true;
    this.#isAbstract = hasModifier(node, ts.SyntaxKind.AbstractKeyword);
    const constructors = node.members.filter(ts.isConstructorDeclaration);
    const made = `${this.#names.typeName}${node.typeParameters ? `<${node.typeParameters.map(({ name }) => name.text).join(", ")}>` : ""}`;
    const open = constructors.filter((one) => !isHidden(one));
    const signatures = open.map(
      ({ parameters }) => `(${parameters.map((one) => this.#print(one)).join(", ")})`,
    );
    if (constructors.length === 0 && !base) signatures.push("()");
    const word = this.#isAbstract ? "abstract new " : "new ";
    const statics = toTypeElements(shown.filter((one) => hasModifier(one, ts.SyntaxKind.StaticKeyword))).map(
      (one) => this.#print(one),
    );
    const parts = [
      ...(base && ts.isIdentifier(base.expression) ? [`typeof ${this.#aliasOf(base.expression.text)}`] : []),
      ...signatures.map((one) => `(${word}${this.#head(node)}${one} => ${made})`),
      `{ ${statics.join(" ")} }`,
    ];
    this.#lines.push(`export declare const ${this.#names.valueName}: ${parts.join(" & ")};`);
    return true;
  }

  #addVariable({ declarationList }: ts.VariableStatement): boolean {
    const declaration = declarationList.declarations.find(
      (one) => ts.isIdentifier(one.name) && one.name.text === this.#name,
    );
    if (!declaration) return false;
    this.#hasValue = true;
    const { type, initializer } = declaration;
    const rest = type
      ? `: ${this.#print(type)}`
      : initializer
        ? ` = ${initializer.getText(this.#source)}`
        : "";
    this.#lines.push(`export declare const ${this.#names.valueName}${rest};`);
    return true;
  }

  #head({ typeParameters }: { readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> }): string {
    return typeParameters ? `<${typeParameters.map((one) => this.#print(one)).join(", ")}>` : "";
  }

  #aliasOf(name: string): string {
    return this.#alias(name) ?? name;
  }

  #print(node: ts.Node): string {
    const { transformed } = ts.transform(node, [
      (context) => (root) => {
        const visit = (one: ts.Node): ts.Node => {
          if (ts.isTypeLiteralNode(one))
            return factory.updateTypeLiteralNode(
              one,
              factory.createNodeArray(toTypeElements(one.members).map((member) => visitElement(member))),
            );
          if (ts.isInterfaceDeclaration(one))
            return ts.visitEachChild(withProperties(one, visitElement), visit, context);
          const first = nameIn(one);
          // The value of the declaration itself is the old one.
          const isOwnValue = ts.isTypeQueryNode(one) && first?.text === this.#name;
          const alias = isOwnValue
            ? this.#names.valueName
            : first && !this.#ownParameters.has(first.text)
              ? this.#alias(first.text)
              : undefined;
          const visited = ts.visitEachChild(one, visit, context);
          return first && alias !== undefined ? replaceFirst(visited, first, alias, context) : visited;
        };
        const visitElement = (one: ts.TypeElement): ts.TypeElement => ts.visitEachChild(one, visit, context);
        return ts.visitNode(root, visit) ?? root;
      },
    ]);
    return printer
      .printNode(ts.EmitHint.Unspecified, transformed[0] ?? node, this.#source)
      .replaceAll(/\s*\n\s*/g, " ");
  }
}

/** Replaces the first identifier of a type reference, a type query or a base. */
function replaceFirst(
  node: ts.Node,
  first: ts.Identifier,
  alias: string,
  context: ts.TransformationContext,
): ts.Node {
  let isReplaced = false;
  const visit = (one: ts.Node): ts.Node => {
    if (!isReplaced && ts.isIdentifier(one) && one.text === first.text) {
      isReplaced = true;
      return factory.createIdentifier(alias);
    }
    return ts.isTypeNode(one) && one !== node ? one : ts.visitEachChild(one, visit, context);
  };
  return visit(node);
}

/** Returns the names of type parameters that a node declares, which no import replaces. */
function listTypeParameters(node: ts.Node): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isTypeParameterDeclaration(one)) found.add(one.name.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}
