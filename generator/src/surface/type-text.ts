import { ts } from "ts-morph";

/** The origin of a name in a type: a module of the package, or another package. */
export interface Reference {
  /** As the source says it: `./disk.js`, `@stratus/runtime/generated/calls-v1`; undefined for the module itself. */
  readonly specifier: string | undefined;
  /** The name there. */
  readonly name: string;
  /** Whether it is passed on as a type alone (`export type { Session }`), so that nobody makes one. */
  readonly isTypeOnly?: boolean;
}

/** Prints types of one module in one form, whatever line breaks, comments and aliases of imports it has. */
export interface TypeText {
  readonly source: ts.SourceFile;
  /** A type or another node, on one line. */
  readonly print: (node: ts.Node) => string;
  /** `<T extends A = B>`, or nothing. */
  readonly typeParameters: (list: readonly ts.TypeParameterDeclaration[] | undefined) => string;
  /** The names that were printed so far, as far as the module imports or declares them. */
  readonly references: ReadonlyMap<string, Reference>;
}

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

/** Types that look the same however they are printed: names, their arguments and lists, on one line. */
const plainType = /^[A-Za-z_$](?:[\w$]|[<>]|\[\]|, (?=["A-Za-z_$])| \| (?=["A-Za-z_$])|"\w*")*$/;

/**
 * A printer for one declaration of a module.
 * @param known What the module imports and declares.
 */
export function readTypeText(source: ts.SourceFile, known: ReadonlyMap<string, Reference>): TypeText {
  const references = new Map<string, Reference>();
  const print = (node: ts.Node): string => {
    const isRenamed = noteReferences(node, known, references);
    const written = isRenamed ? "" : source.text.slice(node.getStart(source), node.end);
    if (plainType.test(written)) return written;
    const shown = isRenamed ? renamed(node, known) : node;
    return printer
      .printNode(ts.EmitHint.Unspecified, shown, source)
      .replaceAll(/\s*\n\s*/g, " ")
      .replaceAll(/;(?= [}])/g, "")
      .replace(/^\| /, "");
  };
  const typeParameters = (list: readonly ts.TypeParameterDeclaration[] | undefined): string =>
    list && list.length > 0 ? `<${list.map(print).join(", ")}>` : "";
  return { source, print, typeParameters, references };
}

/** Prints a union. Its alternatives are sorted, since their order has no meaning, and `undefined` comes last. */
export function printUnion(texts: readonly string[]): string {
  return texts
    .toSorted((a, b) => Number(isNothing(a)) - Number(isNothing(b)) || (a < b ? -1 : a > b ? 1 : 0))
    .join(" | ");
}

function isNothing(text: string): boolean {
  return text === "undefined" || text === "null";
}

/** Notes the names in a node; whether one of them is called otherwise in its own module (`Call$` is `Call`). */
function noteReferences(
  node: ts.Node,
  known: ReadonlyMap<string, Reference>,
  references: Map<string, Reference>,
): boolean {
  let isRenamed = false;
  const visit = (one: ts.Node): void => {
    const name = nameIn(one);
    const reference = name && known.get(name.text);
    if (name && reference) {
      references.set(name.text, reference);
      isRenamed ||= reference.name !== name.text;
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  return isRenamed;
}

/** The name that a type or a query of one begins with; other identifiers name properties and parameters. */
export function nameIn(node: ts.Node): ts.Identifier | undefined {
  if (ts.isTypeReferenceNode(node)) return firstIdentifier(node.typeName);
  if (ts.isTypeQueryNode(node)) return firstIdentifier(node.exprName);
  const isHeritage = ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression);
  return isHeritage ? node.expression : undefined;
}

function firstIdentifier(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : firstIdentifier(name.left);
}

/** The node with names as their own modules have them. */
function renamed(node: ts.Node, known: ReadonlyMap<string, Reference>): ts.Node {
  const names = new Set<ts.Identifier>();
  const find = (one: ts.Node): void => {
    const name = nameIn(one);
    if (name) names.add(name);
    ts.forEachChild(one, find);
  };
  find(node);
  const { transformed } = ts.transform(node, [
    (context) => (root) => {
      const visit = (one: ts.Node): ts.Node => {
        if (!ts.isIdentifier(one) || !names.has(one)) return ts.visitEachChild(one, visit, context);
        return context.factory.createIdentifier(known.get(one.text)?.name ?? one.text);
      };
      return ts.visitNode(root, visit);
    },
  ]);
  return transformed[0] ?? node;
}

/** Finds the imports and declarations of a module, by the names that it uses. */
export function listNames(source: ts.SourceFile): ReadonlyMap<string, Reference> {
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
    for (const name of listDeclaredNames(statement)) names.set(name, { specifier: undefined, name });
  }
  return names;
}

/** The names that a statement declares. */
export function listDeclaredNames(statement: ts.Statement): readonly string[] {
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
