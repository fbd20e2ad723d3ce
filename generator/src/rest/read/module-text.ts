import type { ts as TypeScript } from "ts-morph";
import { loadWith } from "../../kit/optional-package.js";

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something named in a module, and where. */
export interface Named extends Place {
  readonly name: string;
}

/** The imports and exports of a module, read from its text. */
export interface ModuleText {
  /** The first syntax error. */
  readonly faults: readonly Named[];
  /** Modules that it imports or exports from, as it names them. */
  readonly imports: readonly Named[];
  /** Names that it exports one by one; `default` among them. */
  readonly exports: readonly Named[];
  /** Modules of which it exports everything: `export * from "./a.js"`. */
  readonly stars: readonly Named[];
}

/** Reads the text of a module; nothing is resolved or run. */
export async function readModuleText(text: string): Promise<ModuleText> {
  // Loaded here: few runs have a module to read, and the compiler is large.
  const { ts } = await loadWith({ name: "ts-morph", neededBy: "--extend" }, () => import("ts-morph"));
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ESNext);
  const named = (name: string, position: number): Named => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { name, line: line + 1, column: character + 1 };
  };
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const exports: Named[] = [];
  const stars: Named[] = [];
  for (const statement of source.statements) {
    const start = statement.getStart(source);
    for (const name of exportedBy(ts, statement)) exports.push(named(name, start));
    if (ts.isExportDeclaration(statement) && !statement.exportClause) {
      const from = statement.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) stars.push(named(from.text, start));
    }
  }
  return {
    faults: diagnostics.map(({ messageText, start = 0 }) =>
      named(ts.flattenDiagnosticMessageText(messageText, " "), start),
    ),
    imports: ts.preProcessFile(text).importedFiles.map(({ fileName, pos }) => named(fileName, pos)),
    exports,
    stars,
  };
}

type Compiler = typeof TypeScript;

/** The names that a statement exports. */
function exportedBy(ts: Compiler, statement: TypeScript.Statement): readonly string[] {
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
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(ts, name));
  }
  return readName(ts, statement);
}

/** The names that a declaration gives to variables, those of a pattern among them. */
function boundBy(ts: Compiler, name: TypeScript.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundBy(ts, element.name) : []));
}

function readName(ts: Compiler, statement: TypeScript.Statement): readonly string[] {
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}
