import { ts } from "ts-morph";

/** Where a name of a type comes from: a module of the package, or another package. */
export interface Reference {
  /** As the source says it: `./disk.js`, `@stratus/runtime/codegen-v1`; undefined for the module itself. */
  readonly specifier: string | undefined;
  /** The name there. */
  readonly name: string;
}

/** Prints types of one module in one form, whatever line breaks, comments and aliases of imports it has. */
export interface TypeText {
  /** A type or another node. */
  print(node: ts.Node): string;
  /** `<T>(a: A, b?: B): C`. */
  signature(node: ts.SignatureDeclarationBase): string;
  /** `<T extends A = B>`, or nothing. */
  typeParameters(list: readonly ts.TypeParameterDeclaration[] | undefined): string;
  /** The names that were printed so far, as far as the module imports or declares them. */
  readonly references: ReadonlyMap<string, Reference>;
}

const printer = ts.createPrinter({ removeComments: true });

/** A printer for the types of a module. */
export function typeTextOf(source: ts.SourceFile): TypeText {
  const known = namesOf(source);
  const references = new Map<string, Reference>();
  const print = (node: ts.Node): string => {
    const printed = printer.printNode(ts.EmitHint.Unspecified, plain(node, known, references), source);
    return printed.replaceAll(/\s*\n\s*/g, " ");
  };
  const typeParameters = (list: readonly ts.TypeParameterDeclaration[] | undefined): string =>
    list && list.length > 0 ? `<${list.map(print).join(", ")}>` : "";
  return {
    print,
    typeParameters,
    references,
    signature({ typeParameters: types, parameters, type }) {
      const inner = parameters.map((one) => parameterText(one, print)).join(", ");
      return `${typeParameters(types)}(${inner})${type ? `: ${print(type)}` : ""}`;
    },
  };
}

/** A parameter as a declaration has it: what is taken apart has no name, and a default makes it optional. */
function parameterText(parameter: ts.ParameterDeclaration, print: (node: ts.Node) => string): string {
  const { name, dotDotDotToken, questionToken, initializer, type } = parameter;
  const shown = ts.isIdentifier(name) ? name.text : "options";
  const optional = questionToken || initializer ? "?" : "";
  return `${dotDotDotToken ? "..." : ""}${shown}${optional}${type ? `: ${print(type)}` : ""}`;
}

/** The node with names as their own modules have them (`Call`, not `Call$`); names are noted. */
function plain(
  node: ts.Node,
  known: ReadonlyMap<string, Reference>,
  references: Map<string, Reference>,
): ts.Node {
  const { transformed } = ts.transform(node, [
    (context) => (root) => {
      const visit = (one: ts.Node): ts.Node => {
        const reference = ts.isIdentifier(one) && isReference(one) ? known.get(one.text) : undefined;
        if (!reference || !ts.isIdentifier(one)) return ts.visitEachChild(one, visit, context);
        references.set(one.text, reference);
        return reference.name === one.text ? one : context.factory.createIdentifier(reference.name);
      };
      return ts.visitNode(root, visit);
    },
  ]);
  return transformed[0] ?? node;
}

/** Whether the identifier is a name of a type or a value, and none of a property or parameter. */
function isReference({ parent }: ts.Identifier): boolean {
  return (
    ts.isTypeReferenceNode(parent) ||
    ts.isExpressionWithTypeArguments(parent) ||
    ts.isTypeQueryNode(parent) ||
    ts.isQualifiedName(parent)
  );
}

/** What a module imports and declares, by the names that it uses. */
export function namesOf(source: ts.SourceFile): ReadonlyMap<string, Reference> {
  const names = new Map<string, Reference>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name, propertyName } of bindings.elements)
        names.set(name.text, { specifier, name: (propertyName ?? name).text });
      continue;
    }
    for (const name of declaredNames(statement)) names.set(name, { specifier: undefined, name });
  }
  return names;
}

/** The names that a statement declares. */
export function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  if (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : [];
  return [];
}
