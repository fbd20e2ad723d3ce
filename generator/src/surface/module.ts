import { ts } from "ts-morph";
import { findDeclarations, type Declaration } from "./declarations.js";
import { listDeclaredNames, listNames, listStatements, namespaceName, type Reference } from "./statements.js";

/** A module, parsed. */
export interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** By the exported name: the name within, and the module that it comes from where it is another one. */
  readonly exports: ReadonlyMap<string, Reference>;
  /** Declarations in namespaces that code outside of the namespaces can use, such as `Outer.Inner`. */
  readonly members: readonly string[];
  /** Modules whose exports it passes on, all of them. */
  readonly stars: readonly string[];
}

/** Comments are read where they are asked for, which is less than the compiler does. */
const language = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Codecs as they are printed, from what makes them to the end of its arguments. */
const codecs = [
  /= \/\*@__PURE__\*\/ defineMessage<[\w$]+>\(\n[^]*?\n\);\n/g,
  /=\n {2}\/\*@__PURE__\*\/ defineMessage<[\w$]+>\(\n[^]*?\n {2}\);\n/g,
];

/** Returns a text without the arguments of codecs, which types do not need and which take most of the time to parse. */
export function withoutCodecs(text: string): string {
  return codecs.reduce((rest, codec) => rest.replaceAll(codec, ";\n"), text);
}

/**
 * Reads the text of a module, sources and declarations (`.d.ts`) alike. Its syntax tree is many times its text, and
 * is not kept.
 */
export function readModule(module: string, text: string): Module {
  const source = ts.createSourceFile(`${module}.ts`, withoutCodecs(text), language);
  const known = listNames(source);
  const members = listStatements(source.statements).flatMap(({ statement, scope, isReachable }) =>
    isReachable && scope !== "" ? listDeclaredNames(statement).map((name) => `${scope}${name}`) : [],
  );
  return { declarations: findDeclarations(module, source, known), members, ...readExports(source, known) };
}

function readExports(
  source: ts.SourceFile,
  known: ReadonlyMap<string, Reference>,
): Pick<Module, "exports" | "stars"> {
  const exports = new Map<string, Reference>();
  const stars: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier, isTypeOnly } = statement;
      const specifier = (moduleSpecifier as ts.StringLiteral | undefined)?.text;
      if (!exportClause && specifier !== undefined) stars.push(specifier);
      if (!exportClause) continue;
      if (ts.isNamespaceExport(exportClause)) {
        exports.set(exportClause.name.text, { name: "*", specifier });
        continue;
      }
      for (const { name, propertyName, isTypeOnly: isType } of exportClause.elements) {
        const reference = findReference((propertyName ?? name).text, specifier, known);
        exports.set(name.text, isTypeOnly || isType ? { ...reference, isTypeOnly: true } : reference);
      }
    } else if (isExported(statement)) {
      for (const name of [...listDeclaredNames(statement), namespaceName(statement) ?? []].flat())
        exports.set(name, { name, specifier: undefined });
    }
  }
  return { exports, stars };
}

/** Finds what `export { name }` exports: a name of another module, or one that this module declares or imports. */
function findReference(
  name: string,
  specifier: string | undefined,
  known: ReadonlyMap<string, Reference>,
): Reference {
  return specifier === undefined ? (known.get(name) ?? { name, specifier }) : { name, specifier };
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}
