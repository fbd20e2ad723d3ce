/**
 * Writes a declaration of the old version so that it can be compiled among the types of the new one. Each name in it is
 * the import that the caller gives, so that only the declaration itself is old.
 */
import { ts } from "ts-morph";
import { listDeclaredNames, listStatements, type Reference } from "../../surface/statements.js";
import { findUse } from "../../surface/used-name.js";
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

/** The names that a declaration can use, and the imports that stand for them in the written text. */
export interface UsableNames {
  readonly known: ReadonlyMap<string, Reference>;
  readonly importName: (reference: Reference) => string;
}

/**
 * Writes the statements that declare a name. Methods become properties with call signatures, so that the compiler
 * compares their parameters strictly. A class becomes an interface and the type of its constructor.
 *
 * @param source The module, as declarations.
 * @returns undefined for classes whose base is an expression, which cannot be written so.
 */
export function writeDeclaration(
  source: ts.SourceFile,
  name: string,
  names: { readonly typeName: string; readonly valueName: string },
  usable: UsableNames,
): WrittenDeclaration | undefined {
  const own = name.slice(name.lastIndexOf(".") + 1);
  const statements = listStatements(source.statements).flatMap(({ statement, scope }) =>
    listDeclaredNames(statement).some((one) => `${scope}${one}` === name) ? [statement] : [],
  );
  if (statements.length === 0) return undefined;
  const writer = new Writer(source, own, names, usable);
  for (const statement of statements) if (!writer.add(statement)) return undefined;
  return writer.finish();
}

class Writer {
  readonly #source: ts.SourceFile;
  readonly #name: string;
  readonly #names: { readonly typeName: string; readonly valueName: string };
  readonly #usable: UsableNames;
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
    usable: UsableNames,
  ) {
    this.#source = source;
    this.#name = name;
    this.#names = names;
    this.#usable = usable;
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
    const baseName = base && this.#findBase(base);
    if (base && baseName === undefined) return false;
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
      ...(baseName === undefined ? [] : [`typeof ${baseName}`]),
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

  /** Returns the name of a base class; undefined if the base is an expression. */
  #findBase(base: ts.ExpressionWithTypeArguments): string | undefined {
    const used = findUse(base, this.#usable.known);
    if (used?.node === base.expression) return this.#usable.importName(used.reference);
    return ts.isIdentifier(base.expression) ? base.expression.text : undefined;
  }

  /** Returns the part of a name that the declaration can use, and its name in the written text. */
  #findName(one: ts.Node): readonly [ts.Node, string] | undefined {
    // The value of the declaration itself is the old one.
    if (ts.isTypeQueryNode(one) && ts.isIdentifier(one.exprName) && one.exprName.text === this.#name)
      return [one.exprName, this.#names.valueName];
    const used = findUse(one, this.#usable.known);
    return used && !this.#ownParameters.has(used.text)
      ? [used.node, this.#usable.importName(used.reference)]
      : undefined;
  }

  #print(node: ts.Node): string {
    const texts = new Map<ts.Node, string>();
    const { transformed } = ts.transform(node, [
      (context) => (root) => {
        const visit = (one: ts.Node): ts.Node => {
          const text = texts.get(one);
          if (text !== undefined) return factory.createIdentifier(text);
          if (ts.isTypeLiteralNode(one))
            return factory.updateTypeLiteralNode(
              one,
              factory.createNodeArray(toTypeElements(one.members).map((member) => visitElement(member))),
            );
          if (ts.isInterfaceDeclaration(one))
            return ts.visitEachChild(withProperties(one, visitElement), visit, context);
          const found = this.#findName(one);
          if (found) texts.set(...found);
          return ts.visitEachChild(one, visit, context);
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
