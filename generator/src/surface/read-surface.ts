import { posix } from "node:path";
import { findFile, findEntryPoints, moduleAt, type Files } from "./entry-points.js";
import { readModule, type Module } from "./module.js";
import type { SdkFiles } from "./sdk-files.js";
import type { Declared, Entry, Surface } from "./surface.js";
import type { Reference } from "./statements.js";

/** Modules that were read, by path and text: most of those of two versions are the same. */
export type KnownModules = Map<string, Module>;

/**
 * Reads the public surface of a package from its sources, or from its declarations if it has no sources. Parses only
 * the modules that entry points lead to.
 * @param known Modules that were read before.
 */
export function readSurface(sdk: SdkFiles, known: KnownModules = new Map()): Surface {
  const modules = new Modules(sdk.files, known);
  const shown = new Map<string, Place>();
  const entries = findEntryPoints(sdk)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, module }): Entry => {
      const { names, passedOn } = modules.exportedBy(module);
      for (const place of names.values()) {
        if (typeof place === "string" || shown.get(placeKey(place))?.isTypeOnly === false) continue;
        shown.set(placeKey(place), place);
      }
      const declared = [...names].flatMap(([name, place]) => {
        const one = typeof place === "string" ? passedOnAs(name, place) : modules.declared(place);
        return one ? [[name, one] as const] : [];
      });
      return { path, names: new Map(declared), passedOn: [...passedOn].sort() };
    });
  return {
    entries: new Map(entries.map((entry) => [entry.path, entry])),
    hidden: hiddenBehind(shown, modules),
  };
}

/** A declaration in a module, by its name there. */
export interface Place {
  readonly module: string;
  readonly name: string;
  /** Whether programs have the type alone: then nobody calls its constructor. */
  readonly isTypeOnly: boolean;
}

/** A name that a module exports. */
interface Exported {
  /** Places in the package, or the names of other packages. */
  readonly names: ReadonlyMap<string, Place | string>;
  /** Packages of which it, or a module that it passes on, exports all. */
  readonly passedOn: ReadonlySet<string>;
}

/** Finds the declarations that no entry point exports and that the shown ones use, directly or indirectly. */
function hiddenBehind(shown: ReadonlyMap<string, Place>, modules: Modules): readonly Declared[] {
  const found = new Map(shown);
  const hidden: Declared[] = [];
  // A map gives what is added to it while it is gone through.
  for (const place of found.values()) {
    for (const reference of modules.referencesOf(place)) {
      const target = modules.resolve(reference, place.module);
      if (!target || found.has(placeKey(target))) continue;
      const hiddenPlace = { ...target, isTypeOnly: true };
      found.set(placeKey(target), hiddenPlace);
      const declared = modules.declared(hiddenPlace);
      if (declared) hidden.push(declared);
    }
  }
  return hidden;
}

/** The modules of a package, each read when it is first asked for. */
export class Modules {
  readonly #files: Files;
  readonly #known: KnownModules;
  readonly #open = new Map<string, Module | undefined>();
  readonly #exported = new Map<string, Exported>();

  constructor(files: Files, known: KnownModules) {
    this.#files = files;
    this.#known = known;
  }

  declared({ module, name, isTypeOnly }: Place): Declared | undefined {
    const declared = this.#at(module)?.declarations.get(name)?.declared;
    return isTypeOnly && declared?.type ? { ...declared, value: undefined } : declared;
  }

  referencesOf({ module, name, isTypeOnly }: Place): readonly Reference[] {
    const declaration = this.#at(module)?.declarations.get(name);
    if (!declaration) return [];
    return isTypeOnly
      ? declaration.references
      : [...declaration.references, ...declaration.referencesOfValue];
  }

  /** Returns the exports of a module. Its own names have priority over re-exported ones. */
  exportedBy(path: string): Exported {
    const known = this.#exported.get(path);
    if (known) return known;
    const names = new Map<string, Place | string>();
    const passedOn = new Set<string>();
    // Noted before it is complete: modules may pass each other on.
    this.#exported.set(path, { names, passedOn });
    const module = this.#at(path);
    for (const [name, reference] of module?.exports ?? []) {
      const { specifier } = reference;
      const target = isForeign(specifier) ? specifier : this.resolve(reference, path);
      if (target === undefined) continue;
      names.set(name, target);
      if (typeof target !== "string")
        for (const [own, place] of this.#inside(target)) names.set(`${name}.${own}`, place);
    }
    for (const specifier of module?.stars ?? []) {
      if (isForeign(specifier)) passedOn.add(specifier);
      const inside = this.#moduleOf(specifier, path);
      const others = inside === undefined ? undefined : this.exportedBy(inside);
      for (const other of others?.passedOn ?? []) passedOn.add(other);
      for (const [name, target] of others?.names ?? [])
        if (name !== "default" && !names.has(name)) names.set(name, target);
    }
    return { names, passedOn };
  }

  /** Returns the names in a namespace, which may be a whole module (`export * as disks`). */
  #inside({ module, name, isTypeOnly }: Place): (readonly [string, Place | string])[] {
    if (name === "*") return [...this.exportedBy(module).names];
    const members = this.#at(module)?.members ?? [];
    return members.flatMap((one) =>
      one.startsWith(`${name}.`)
        ? [[one.slice(name.length + 1), { module, name: one, isTypeOnly }] as const]
        : [],
    );
  }

  /** Finds the declaration of a name that a module uses; undefined if another package declares it, or none. */
  resolve({ name, specifier, isTypeOnly = false }: Reference, module: string): Place | undefined {
    if (specifier === undefined) return { module, name, isTypeOnly };
    const other = this.#moduleOf(specifier, module);
    if (name === "*") return other === undefined ? undefined : { module: other, name, isTypeOnly };
    const target = other === undefined ? undefined : this.exportedBy(other).names.get(name);
    if (target === undefined || typeof target === "string") return undefined;
    return isTypeOnly ? { ...target, isTypeOnly } : target;
  }

  /** Finds the path of a module by the name that declarations state; undefined if it does not exist. */
  find(module: string): string | undefined {
    return folders
      .map((folder) => `${folder}${module}`)
      .find((path) => findFile(path, this.#files) !== undefined);
  }

  /** Maps the names that a declaration refers to to their modules, because types of the same name may be others. */
  originsOf({ module, name, value }: Declared): ReadonlyMap<string, string> {
    const path = this.find(module);
    if (path === undefined) return new Map();
    return new Map(
      this.referencesOf({ module: path, name, isTypeOnly: value === undefined }).map((one) => {
        const place = this.resolve(one, path);
        const origin = place ? `${toModuleName(place.module)} ${place.name}` : (one.specifier ?? "");
        return [one.name, origin];
      }),
    );
  }

  #moduleOf(specifier: string, from: string): string | undefined {
    if (isForeign(specifier)) return undefined;
    return moduleAt(posix.join(posix.dirname(from), specifier), this.#files);
  }

  #at(path: string): Module | undefined {
    if (!this.#open.has(path)) {
      const file = findFile(path, this.#files);
      const text = file === undefined ? undefined : this.#files.get(file);
      this.#open.set(path, text === undefined ? undefined : this.#readOnce(path, text));
    }
    return this.#open.get(path);
  }

  #readOnce(path: string, text: string): Module {
    const module = toModuleName(path);
    const key = `${module}\n${text}`;
    const read = this.#known.get(key) ?? readModule(module, text);
    this.#known.set(key, read);
    return read;
  }
}

/** Folders of sources and declarations, which the names of modules omit. */
const folders = ["src/", "dist/types/", "dist/", ""];

/** Returns the name of a module in declarations. */
export function toModuleName(path: string): string {
  return path.replace(/^(?:src|dist\/types|dist)\//, "");
}

function isForeign(specifier: string | undefined): specifier is string {
  return specifier !== undefined && !specifier.startsWith(".");
}

function placeKey({ module, name }: Place): string {
  return `${module} ${name}`;
}

function passedOnAs(name: string, module: string): Declared {
  return { name, module, note: {}, type: undefined, value: undefined };
}
