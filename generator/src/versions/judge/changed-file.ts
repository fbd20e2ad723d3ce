/** Writes the old declarations of changed names into one file for each version, with the imports that they need. */
import { ts } from "ts-morph";
import { findFile } from "../../surface/entry-points.js";
import { withoutCodecs } from "../../surface/module.js";
import { toModuleName, type Modules } from "../../surface/read-surface.js";
import { isForeign, type Declared, type Surface } from "../../surface/surface.js";
import {
  listDeclaredNames,
  listNames,
  listStatements,
  namesIn,
  type Reference,
} from "../../surface/statements.js";
import type { CompilerSide } from "./compiler.js";
import { writeDeclaration, type WrittenDeclaration } from "./declaration-writer.js";

/** A name that both versions have, and whose declaration changed. */
export interface Pair {
  /** The name that programs import, for messages. */
  readonly name: string;
  readonly before: Declared;
  readonly after: Declared;
}

/** A version with everything that is needed to find declarations in it. */
export interface JudgedSide {
  readonly surface: Surface;
  readonly modules: Modules;
  readonly place: CompilerSide;
}

/** A declaration that can be imported from a module or from a package. */
interface Target {
  readonly specifier: string;
  readonly name: string;
}

/** The names of pair `index`: the old declaration as type and value, and the declaration of the version. */
export const toOldType = (index: number): string => `Old$${index}`;
export const toOldValue = (index: number): string => `OldValue$${index}`;
export const toNow = (index: number): string => `Now$${index}`;
/** The new declaration, written like the old one. */
export const toNewType = (index: number): string => `New$${index}`;
export const toNewValue = (index: number): string => `NewValue$${index}`;

/** A file with old declarations, and what is known about each of them. */
export interface ChangedFile {
  readonly path: string;
  /** Imports, which programs beside the file need as well. */
  readonly text: string;
  /** Old declarations by the index of their pair; undefined for those that cannot be written. */
  readonly written: readonly (WrittenDeclaration | undefined)[];
  /** Declarations of the version, written like the old ones. */
  readonly current: readonly (WrittenDeclaration | undefined)[];
  /** Index of the pair by line, from 0. */
  readonly lines: readonly number[];
}

/**
 * Writes the file of one version.
 *
 * @param world Where names in old declarations are looked up: the old version itself, or the new one.
 */
export function writeChangedFile(
  pairs: readonly Pair[],
  old: JudgedSide,
  world: JudgedSide,
  findName: NameFinder,
): ChangedFile {
  const imports = new Map<string, string>();
  const importOf = ({ specifier, name }: Target): string => {
    const what = name === "*" ? "* as ALIAS" : `{ ${name} as ALIAS }`;
    const line = `import ${what} from ${JSON.stringify(specifier)};`;
    const alias = imports.get(line) ?? `Name$${imports.size}`;
    imports.set(line, alias);
    return alias;
  };
  const lines: number[] = [];
  const body: string[] = [];
  const add = (text: string, index: number): void => {
    for (const line of text.split("\n")) {
      body.push(line);
      lines.push(index);
    }
  };
  const write = (
    declared: Declared,
    side: JudgedSide,
    names: { readonly typeName: string; readonly valueName: string },
  ): WrittenDeclaration | undefined => {
    const module = side.modules.find(declared.module);
    if (module === undefined) return undefined;
    const { source, known } = readDeclarations(module, declared.name, side.place);
    const importName = (reference: Reference): string => importOf(findName(reference, module, side, world));
    const scope = declared.name.slice(0, declared.name.lastIndexOf(".") + 1);
    return writeDeclaration(source, declared.name, names, { known: namesIn(scope, known), importName });
  };
  const current: (WrittenDeclaration | undefined)[] = [];
  const written = pairs.map(({ before, after }, index) => {
    const own = world === old ? before : after;
    const target = toTarget(own, world);
    const declaration = write(before, old, { typeName: toOldType(index), valueName: toOldValue(index) });
    const now = write(own, world, { typeName: toNewType(index), valueName: toNewValue(index) });
    if (!target || !declaration || !now) return undefined;
    add(`import { ${target.name} as ${toNow(index)} } from ${JSON.stringify(target.specifier)};`, index);
    add(`export { ${toNow(index)} };`, index);
    add(`${declaration.text}\n${now.text}`, index);
    current[index] = now;
    return declaration;
  });
  const head = [...imports].map(([line, alias]) => line.replace(" as ALIAS", () => ` as ${alias}`));
  const path = `${world.place.root}/$changed.ts`;
  return {
    path,
    text: [...head, ...body].join("\n"),
    written,
    current,
    lines: [...head.map(() => -1), ...lines],
  };
}

/** Finds the declaration that a name of a module of one side means in a version. */
export type NameFinder = (
  reference: Reference,
  module: string,
  side: JudgedSide,
  world: JudgedSide,
) => Target;

/**
 * Returns a function that finds names. A name means what programs import under it, then a declaration of the same name
 * in the same module, and otherwise the old declaration.
 */
export function createNameFinder(old: JudgedSide, now: JudgedSide): NameFinder {
  const renamed = mapExports(old.surface, now.surface);
  return (reference, module, side, world) => {
    const { specifier, name } = reference;
    if (specifier !== undefined && !specifier.startsWith(".")) return { specifier, name };
    const place = side.modules.resolve(reference, module);
    // The module passes on a name of another package.
    if (!place) return { specifier: joinPath(side.place.root, module, specifier ?? ""), name };
    if (world === side) return side.place.expose(place.module, place.name);
    const key = `${toModuleName(place.module)} ${place.name}`;
    const target = renamed.get(key);
    const exported = target && toTarget(target, now);
    if (exported) return exported;
    const same = now.modules.declared({ ...place, isTypeOnly: false });
    return (same ? now : old).place.expose(place.module, place.name);
  };
}

/** Maps old declarations to the new ones that programs import under the same name. */
function mapExports(old: Surface, now: Surface): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>();
  for (const { path, names } of old.entries.values())
    for (const [name, declared] of names) {
      const other = now.entries.get(path)?.names.get(name);
      if (other && !isForeign(declared)) found.set(`${declared.module} ${declared.name}`, other);
    }
  const hidden = new Map(now.hidden.map((one) => [one.name, one]));
  for (const { module, name } of old.hidden) {
    const other = hidden.get(name);
    const isUnique = now.hidden.filter((one) => one.name === name).length === 1;
    if (other && isUnique && !found.has(`${module} ${name}`)) found.set(`${module} ${name}`, other);
  }
  return found;
}

function toTarget(declared: Declared, { place, modules }: JudgedSide): Target | undefined {
  if (isForeign(declared)) return { specifier: declared.module, name: declared.name };
  const module = modules.find(declared.module);
  return module === undefined ? undefined : place.expose(module, declared.name);
}

function joinPath(root: string, module: string, specifier: string): string {
  const folder = module.slice(0, Math.max(0, module.lastIndexOf("/")));
  return `${root}/${folder}/${specifier}`;
}

interface ReadDeclarations {
  readonly source: ts.SourceFile;
  readonly known: ReadonlyMap<string, Reference>;
}

const parsed = new WeakMap<CompilerSide, Map<string, ReadDeclarations>>();

/** Reads the module of a name. If a declaration of the name omits types, the compiler spells them out. */
function readDeclarations(module: string, name: string, side: CompilerSide): ReadDeclarations {
  const known = parsed.get(side) ?? new Map<string, ReadDeclarations>();
  parsed.set(side, known);
  const file = findFile(module, side.files) ?? "";
  const read = (key: string, spell: (text: string) => string): ReadDeclarations => {
    const made = known.get(key) ?? parse(module, spell(withoutCodecs(side.files.get(file) ?? "")));
    known.set(key, made);
    return made;
  };
  const plain = read(module, (text) => text);
  const isSpelledOut =
    file.endsWith(".d.ts") ||
    listStatements(plain.source.statements).every(
      ({ statement, scope }) =>
        !listDeclaredNames(statement).some((one) => `${scope}${one}` === name) || hasAllTypes(statement),
    );
  return isSpelledOut ? plain : read(`${module} spelled out`, spellOut);
}

function parse(module: string, text: string): ReadDeclarations {
  const source = ts.createSourceFile(`${module}.ts`, text, ts.ScriptTarget.ES2023, true);
  return { source, known: listNames(source) };
}

function spellOut(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, removeComments: true };
  // No import may lead to this file. By default it is called `module.ts`, which protos and packages call theirs, too.
  return ts.transpileDeclaration(text, { compilerOptions, fileName: "$spelled-out.ts" }).outputText;
}

/** Returns whether a declaration states all of its types. */
function hasAllTypes(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.every(({ type }) => type !== undefined);
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}
