import { ts } from "ts-morph";
import { declarationsOf, type Declared } from "./declarations.js";
import { declaredNames, namesOf, type Reference } from "./type-text.js";

/** A module, parsed. */
export interface Module {
  /** Its place without extension, from the top of what was read: `src/compute/v1/disk`. */
  readonly path: string;
  readonly declarations: ReadonlyMap<string, readonly Declared[]>;
  readonly exports: Exports;
}

/** What a module exports. */
export interface Exports {
  /** By the exported name: the name within, and the module that it comes from where it is another one. */
  readonly named: ReadonlyMap<string, Reference>;
  /** Modules whose exports it passes on, all of them. */
  readonly all: readonly string[];
}

const extensions = /\.(?:d\.[cm]?ts|[cm]?[jt]s)$/;

/** The place of a module or a file without its extension. */
export function withoutExtension(path: string): string {
  return path.replace(extensions, "");
}

/** Comments are read where they are asked for, which is less than the compiler does. */
const language = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Reads a module. Its syntax tree is many times its text, and is not kept. */
export function parseModule(path: string, code: string): Module {
  const source = ts.createSourceFile(path, code, language);
  const known = namesOf(source);
  return {
    path: withoutExtension(path),
    declarations: declarationsOf(source, known),
    exports: exportsOf(source, known),
  };
}

/** The place that a relative specifier means, seen from a module. */
export function placeOf(specifier: string, from: string): string {
  const steps = from.split("/").slice(0, -1);
  for (const step of withoutExtension(specifier).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}

function exportsOf(source: ts.SourceFile, known: ReadonlyMap<string, Reference>): Exports {
  const named = new Map<string, Reference>();
  const all: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const specifier = (moduleSpecifier as ts.StringLiteral | undefined)?.text;
      if (!exportClause && specifier !== undefined) all.push(specifier);
      if (!exportClause || !ts.isNamedExports(exportClause)) continue;
      for (const { name, propertyName } of exportClause.elements)
        named.set(name.text, referenceOf((propertyName ?? name).text, specifier, known));
    } else if (isExported(statement)) {
      for (const name of declaredNames(statement)) named.set(name, { name, specifier: undefined });
    }
  }
  return { named, all };
}

/** What `export { name }` exports: what another module has, or what this one declares or imports. */
function referenceOf(
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
