import { posix } from "node:path";
import { manifestOf, type SdkFiles } from "../package/sdk-files.js";
import { readModule, type ModuleSurface, type NamedExport } from "./read-module.js";
import { hiddenTypes } from "./hidden-types.js";
import type { Declared, Entry, Surface } from "./surface.js";

/** Modules that were read, by path and text: most of those of two versions are the same. */
export type KnownModules = Map<string, ModuleSurface>;

/**
 * The public surface of a package: the entry points that its package.json exports, or, of sources without one,
 * the modules called `index`, `services`, `server` and `descriptors` at the top and `index` below.
 *
 * @param known Modules that need not be read again.
 */
export function readSurface(sdk: SdkFiles, known: KnownModules = new Map()): Surface {
  const modules = new Modules(sdk.files, known);
  const entries = entriesOf(sdk).flatMap(([path, module]): Entry[] => {
    const names = modules.namesOf(module);
    return names ? [{ path, names, passedOn: modules.passedOnBy(module) }] : [];
  });
  const shown = entries.flatMap(({ names }) => [...names.values()]);
  return {
    entries: new Map(entries.map((entry) => [entry.path, entry])),
    hidden: hiddenTypes(shown, modules.types()),
  };
}

/** Entry points with the module of each, without its extension. */
function entriesOf(sdk: SdkFiles): (readonly [path: string, module: string])[] {
  const manifest = manifestOf(sdk);
  if (manifest?.exports) {
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      const file = targetOf(target);
      const module = file === undefined ? undefined : sourceOf(file, sdk.files);
      return module === undefined ? [] : [[path, module] as const];
    });
  }
  return [...sdk.files.keys()].flatMap((file) => {
    const [, module = ""] = /^(?:\.\/)?(.*)\.ts$/.exec(file) ?? [];
    const path = /^(?:services|server|descriptors)$/.test(module)
      ? `./${module}`
      : module === "index"
        ? "."
        : (/^(.*)\/index$/.exec(module)?.[1] ?? /^(.*)\/index\.server$/.exec(module)?.[1]?.concat("/server"));
    return path === undefined
      ? []
      : [[path === "." ? path : `./${path.replace(/^\.\//, "")}`, module] as const];
  });
}

/** The file of an entry point: of its types, else of what is loaded. Conditions may stand inside of others. */
function targetOf(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null) return undefined;
  const conditions = target as Readonly<Record<string, unknown>>;
  const files = ["types", "import", "default", "require"].map((name) => targetOf(conditions[name]));
  return files.find((file) => file !== undefined);
}

/** The source that a file of `dist` was built from, which packages carry; else the declarations themselves. */
function sourceOf(file: string, files: ReadonlyMap<string, string>): string | undefined {
  const stem = posix.normalize(file).replace(/(?:\.d)?\.[mc]?[jt]s$/, "");
  const source = stem.replace(/^dist\//, "src/");
  return [source, stem].find((one) => files.has(`${one}.ts`) || files.has(`${one}.d.ts`));
}

/** Modules of a package, each read once. */
class Modules {
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, ModuleSurface | undefined>();

  readonly #known: KnownModules;

  constructor(files: ReadonlyMap<string, string>, known: KnownModules) {
    this.#files = files;
    this.#known = known;
  }

  /** What a module exports, resolved; undefined where there is no such module. */
  namesOf(module: string, seen: ReadonlySet<string> = new Set()): Map<string, Declared> | undefined {
    const own = this.#module(module);
    if (!own || seen.has(module)) return undefined;
    const within = new Set([...seen, module]);
    const names = new Map<string, Declared>();
    for (const star of own.stars) {
      for (const [name, one] of this.namesOf(this.#resolve(module, star) ?? "", within) ?? []) {
        if (name !== "default") names.set(name, one);
      }
    }
    for (const one of own.exports) {
      const found = this.#exported(module, one, within);
      if (found) names.set(one.name, found);
    }
    return names;
  }

  /** What a module passes on by its name: what it declares, what another has, or what is of another package. */
  #exported(by: string, { name, local, from }: NamedExport, seen: ReadonlySet<string>): Declared | undefined {
    if (from === undefined) return this.#module(by)?.declared.get(local);
    const inside = this.#resolve(by, from);
    if (inside !== undefined) return this.namesOf(inside, seen)?.get(local);
    if (from.startsWith(".")) return undefined;
    return { name, module: from, isForeign: true, note: {}, type: undefined, value: undefined };
  }

  /** Packages that a module, or one that it passes on, exports as a whole. */
  passedOnBy(module: string, seen: ReadonlySet<string> = new Set()): string[] {
    const own = this.#module(module);
    if (!own || seen.has(module)) return [];
    const within = new Set([...seen, module]);
    const found = own.stars.flatMap((star) => {
      const inside = this.#resolve(module, star);
      return inside === undefined ? [star] : this.passedOnBy(inside, within);
    });
    return [...new Set(found)].sort();
  }

  /** Types that the modules of the package declare, by name; of two of one name neither, since a text does not tell them apart. */
  types(): ReadonlyMap<string, Declared> {
    const found = new Map<string, Declared | undefined>();
    const sources = [...this.#files.keys()].filter((path) => /(?<!\.d|\.pb|descriptors)\.ts$/.test(path));
    const modules =
      sources.length > 0 ? sources.map((path) => this.#module(path.slice(0, -3))) : this.#read.values();
    for (const module of modules)
      for (const [name, one] of module?.declared ?? [])
        if (one.type && one.type.kind !== "class") found.set(name, found.has(name) ? undefined : one);
    return new Map([...found].flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
  }

  #module(module: string): ModuleSurface | undefined {
    if (!this.#read.has(module)) {
      const text = this.#files.get(`${module}.ts`) ?? this.#files.get(`${module}.d.ts`);
      this.#read.set(
        module,
        text === undefined ? undefined : this.#readOnce(module.replace(/^(src|dist)\//, ""), text),
      );
    }
    return this.#read.get(module);
  }

  #readOnce(module: string, text: string): ModuleSurface {
    const key = `${module}\n${text}`;
    const known = this.#known.get(key) ?? readModule(module, text);
    this.#known.set(key, known);
    return known;
  }

  #resolve(from: string, specifier: string): string | undefined {
    if (!specifier.startsWith(".")) return undefined;
    const path = posix.join(posix.dirname(from), specifier);
    return [path.replace(/\.[mc]?[jt]s$/, ""), path, `${path}/index`].find(
      (one) => this.#files.has(`${one}.ts`) || this.#files.has(`${one}.d.ts`),
    );
  }
}
