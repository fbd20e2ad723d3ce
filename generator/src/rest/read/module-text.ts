import type { ts as TypeScript } from "ts-morph";
import { loadOptionalPackage } from "../../kit/optional-package.js";

/** A position in a file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A name in a module, with its position. */
export interface NamedPosition extends Position {
  readonly name: string;
}

/** The imports and exports of a module, read from its text. */
export interface ModuleText {
  /** The first syntax error. */
  readonly syntaxErrors: readonly NamedPosition[];
  /** The specifiers of the modules that it imports or reexports. */
  readonly imports: readonly NamedPosition[];
  /** The names that it exports, including `default`, without those of `export *`. */
  readonly exports: readonly NamedPosition[];
  /** The specifiers of `export * from "./a.js"`. */
  readonly reexportedModules: readonly NamedPosition[];
}

/** Reads the imports and exports of a module, without resolving or running anything. */
export async function readModuleText(text: string): Promise<ModuleText> {
  // Loaded here: few runs have a module to read, and the compiler is large.
  const { ts } = await loadOptionalPackage(
    { name: "ts-morph", neededBy: "--extend" },
    () => import("ts-morph"),
  );
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ESNext);
  const named = (name: string, position: number): NamedPosition => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { name, line: line + 1, column: character + 1 };
  };
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const exports: NamedPosition[] = [];
  const reexportedModules: NamedPosition[] = [];
  for (const statement of source.statements) {
    const start = statement.getStart(source);
    for (const name of listExportedNames(ts, statement)) exports.push(named(name, start));
    if (ts.isExportDeclaration(statement) && !statement.exportClause) {
      const from = statement.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) reexportedModules.push(named(from.text, start));
    }
  }
  return {
    syntaxErrors: diagnostics.map(({ messageText, start = 0 }) =>
      named(ts.flattenDiagnosticMessageText(messageText, " "), start),
    ),
    imports: ts.preProcessFile(text).importedFiles.map(({ fileName, pos }) => named(fileName, pos)),
    exports,
    reexportedModules,
  };
}

type Compiler = typeof TypeScript;

/** Lists the names that a statement exports. */
function listExportedNames(ts: Compiler, statement: TypeScript.Statement): readonly string[] {
  if (ts.isExportAssignment(statement)) return ["default"];
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (!exportClause) return [];
    if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
    return exportClause.elements.map(({ name }) => name.text);
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: TypeScript.SyntaxKind): boolean => modifiers.some((modifier) => modifier.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (has(ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => listBoundNames(ts, name));
  }
  return listDeclaredName(ts, statement);
}

/** Lists the variables that a declaration binds, including those of a destructuring pattern. */
function listBoundNames(ts: Compiler, name: TypeScript.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? listBoundNames(ts, element.name) : [],
  );
}

function listDeclaredName(ts: Compiler, statement: TypeScript.Statement): readonly string[] {
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}
