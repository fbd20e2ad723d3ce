/** The statements of a module, with the names that they declare. A namespace adds its name to those inside it. */
import { ts } from "ts-morph";

/** The origin of a name in a type: a module of the package, or another package. */
export interface Reference {
  /** As the source says it: `./disk.js`, `@stratus/runtime/generated/calls-v1`; undefined for the module itself. */
  readonly specifier: string | undefined;
  /** The name there: `Outer.Inner` in a namespace, `*` of the module as a whole (`import * as disks`). */
  readonly name: string;
  /** Whether it is passed on as a type alone (`export type { Session }`), so that nobody makes one. */
  readonly isTypeOnly?: boolean;
}

/** Finds the imports and declarations of a module, by the names that it uses. */
export function listNames(source: ts.SourceFile): ReadonlyMap<string, Reference> {
  const names = new Map<string, Reference>();
  for (const { statement, scope } of listStatements(source.statements)) {
    if (ts.isImportDeclaration(statement)) {
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      const bindings = statement.importClause?.namedBindings;
      if (!bindings) continue;
      if (ts.isNamespaceImport(bindings)) names.set(bindings.name.text, { specifier, name: "*" });
      else
        for (const { name, propertyName } of bindings.elements)
          names.set(name.text, { specifier, name: (propertyName ?? name).text });
      continue;
    }
    for (const own of listDeclaredNames(statement)) {
      const name = `${scope}${own}`;
      names.set(name, { specifier: undefined, name });
    }
  }
  return names;
}

/** Returns the names that a declaration in a namespace can use: also those of the namespaces around it, without these. */
export function namesIn(
  scope: string,
  known: ReadonlyMap<string, Reference>,
): ReadonlyMap<string, Reference> {
  if (scope === "") return known;
  const names = new Map(known);
  for (let end = scope.indexOf("."); end >= 0; end = scope.indexOf(".", end + 1)) {
    const outer = scope.slice(0, end + 1);
    for (const [name, reference] of known)
      if (name.startsWith(outer)) names.set(name.slice(outer.length), reference);
  }
  return names;
}

/** A statement of a module, or of a namespace in it. */
export interface ScopedStatement {
  readonly statement: ts.Statement;
  /** The start of the names that it declares: `Outer.` in `namespace Outer`. */
  readonly scope: string;
  /** Code outside of the namespace can use the names. True outside of namespaces. */
  readonly isReachable: boolean;
}

/** Lists statements. Those inside a namespace replace it. */
export function listStatements(
  statements: readonly ts.Statement[],
  scope = "",
  isAmbient = false,
): readonly ScopedStatement[] {
  const areOpen = isAmbient && !statements.some((one) => ts.isExportDeclaration(one));
  return statements.flatMap((statement): readonly ScopedStatement[] => {
    const isReachable =
      scope === "" ||
      areOpen ||
      (statement.flags & ts.NodeFlags.NestedNamespace) !== 0 ||
      hasWord(statement, ts.SyntaxKind.ExportKeyword);
    if (!ts.isModuleDeclaration(statement)) return [{ statement, scope, isReachable }];
    const { body } = statement;
    const name = namespaceName(statement);
    if (name === undefined || !body) return [];
    const inside = ts.isModuleBlock(body) ? body.statements : ts.isModuleDeclaration(body) ? [body] : [];
    const isDeclared = isAmbient || hasWord(statement, ts.SyntaxKind.DeclareKeyword);
    return listStatements([...inside], `${scope}${name}.`, isDeclared).map((one) => ({
      ...one,
      isReachable: one.isReachable && isReachable,
    }));
  });
}

/** Returns the name of a namespace; undefined for `declare global` and `declare module "..."`. */
export function namespaceName(statement: ts.Statement): string | undefined {
  if (!ts.isModuleDeclaration(statement) || !ts.isIdentifier(statement.name)) return undefined;
  return statement.flags & ts.NodeFlags.GlobalAugmentation ? undefined : statement.name.text;
}

function hasWord(node: ts.Statement, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((one) => one.kind === kind);
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
    ts.isEnumDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : [];
  return [];
}
