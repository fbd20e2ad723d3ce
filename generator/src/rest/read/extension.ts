import { posix } from "node:path";
import { Problems, type Problem } from "../../kit/problem.js";
import { readModuleText, type ModuleText, type NamedPosition } from "./module-text.js";

/** A file of an extension. */
export interface ExtensionFile {
  /** Below the extension's folder, with `/` between folders: `credits.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Hand-written TypeScript that becomes part of a package. */
export interface ExtensionSource {
  /** Its folder as the user named it, for messages. */
  readonly folder: string;
  /** Its modules. `index.ts` exports what the package exports of them. */
  readonly files: readonly ExtensionFile[];
  /** Text to append to the README of the package; may be empty. */
  readonly readme: string;
}

/** An extension that was checked. */
export interface Extension extends ExtensionSource {
  /** Its exports that the package exports, if it has an `index.ts`. */
  readonly exports: readonly ExportedName[];
}

/** A name that an extension exports, with its position. */
export interface ExportedName extends NamedPosition {
  /** The file, for messages. */
  readonly file: string;
}

const entry = "index.ts";

/**
 * Checks an extension before files are written.
 *
 * @throws Problems for invalid TypeScript, imports that the package does not have, and default exports.
 */
export async function readExtension(source: ExtensionSource, packageName: string): Promise<Extension> {
  const problems: Problem[] = [];
  const modules = new Map<string, ModuleText>();
  for (const { path, text } of source.files) modules.set(path, await readModuleText(text));
  const nameFile = (path: string): string => posix.join(source.folder.replaceAll("\\", "/"), path);
  for (const [path, { syntaxErrors, imports }] of modules) {
    const report = ({ line, column }: NamedPosition, what: string, fix: string): void => {
      problems.push({ code: "EXTENSION_INVALID", file: nameFile(path), line, column, what, fix });
    };
    for (const fault of syntaxErrors)
      report(fault, `This is not valid TypeScript: ${fault.name}`, "Correct it");
    for (const one of imports) checkImport(one, path, modules, packageName, report);
  }
  if (!modules.has(entry)) {
    problems.push({
      code: "EXTENSION_INVALID",
      file: source.folder,
      what: "The extension has no index.ts",
      fix: "Add an index.ts that exports what the package should export",
    });
  }
  const exports = readExports(modules, nameFile);
  for (const { file, name, line, column } of exports) {
    if (name !== "default") continue;
    problems.push({
      code: "EXTENSION_INVALID",
      file,
      line,
      column,
      what: "The extension has a default export",
      fix: "Use a named export",
    });
  }
  if (problems.length > 0) throw new Problems(problems);
  return { ...source, exports };
}

type Report = (place: NamedPosition, what: string, fix: string) => void;

function checkImport(
  one: NamedPosition,
  path: string,
  modules: ReadonlyMap<string, ModuleText>,
  packageName: string,
  report: Report,
): void {
  const { name } = one;
  const shown = JSON.stringify(name);
  if (name === packageName || name.startsWith(`${packageName}/`)) return;
  if (!/^\.\.?\//.test(name)) {
    report(
      one,
      `${shown} is another package, and a REST client has no dependencies`,
      `Import files of the extension, or ${packageName} itself`,
    );
    return;
  }
  const target = findTarget(path, name);
  if (target.startsWith("../"))
    report(one, `${shown} is outside the folder of the extension`, "Move the file into the folder");
  else if (!modules.has(target))
    report(one, `${shown} does not exist`, "Import a file of the extension, with the extension .js");
}

/** Resolves a relative import to the path of a file. */
function findTarget(path: string, name: string): string {
  return posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts");
}

/** Lists the names that the entry point exports, including those of `export *`. */
function readExports(
  modules: ReadonlyMap<string, ModuleText>,
  nameFile: (path: string) => string,
): readonly ExportedName[] {
  const seen = new Set<string>();
  const visit = (path: string): readonly ExportedName[] => {
    const module = modules.get(path);
    if (!module || seen.has(path)) return [];
    seen.add(path);
    return [
      ...module.exports.map((one) => ({ ...one, file: nameFile(path) })),
      // `export *` does not export the default.
      ...module.reexportedModules.flatMap(({ name }) =>
        visit(findTarget(path, name)).filter((one) => one.name !== "default"),
      ),
    ];
  };
  return visit(entry);
}

/**
 * Checks that the exports of an extension differ from those of the package's other modules. If two modules export one
 * name, TypeScript hides one of them, or both, without an error.
 *
 * @param texts The texts of the other modules.
 * @throws Problems for names that both export.
 */
export async function checkExports({ exports }: Extension, texts: readonly string[]): Promise<void> {
  const modules = await Promise.all(texts.map((text) => readModuleText(text)));
  const own = new Set(modules.flatMap((module) => module.exports.map(({ name }) => name)));
  const problems = exports
    .filter(({ name }) => own.has(name))
    .map(({ file, name, line, column }) => ({
      code: "EXTENSION_INVALID" as const,
      file,
      line,
      column,
      what: `The extension exports ${name}, which the package already exports`,
      fix: "Give it another name",
    }));
  if (problems.length > 0) throw new Problems(problems);
}
