import { findEntryFiles, type Files } from "./entry-points.js";
import { parseModule, placeOf, withoutExtension, type Module } from "./module.js";
import type { Reference } from "./type-text.js";
import type { Declaration, Entry, Surface } from "./surface.js";

/** A name of a module. */
interface Place {
  readonly module: Module;
  readonly name: string;
}

/**
 * Reads the public surface of a package from its files: `package.json`, and sources, or declarations where there
 * are none. It parses the modules that entry points lead to, and no others.
 * @param files By their paths from the top of the package. Others than these are passed over.
 */
export function readSurface(files: Files): Surface {
  const modules = openModules(files);
  const shown = new Set<string>();
  const queue: Place[] = [];
  const declare = (name: string, place: Place): readonly Declaration[] => {
    shown.add(keyOf(place));
    queue.push(place);
    const module = place.module.path.replace(/^(?:src|dist)\//, "");
    const declared = place.module.declarations.get(place.name) ?? [];
    return declared.map(({ declaration }) => ({ name, module, ...declaration }));
  };
  const entries = findEntryFiles(files).map(({ path, file }): Entry => {
    const { named, passesOn } = exportedFrom(withoutExtension(file), modules);
    const declarations = [...named].flatMap(([name, place]) =>
      typeof place === "string" ? [passedOn(name, place)] : declare(name, place),
    );
    return { path, passesOn: [...passesOn].sort(), declarations: declarations.sort(byName) };
  });
  const hidden: Declaration[] = [];
  for (const place of queue) {
    const declared = place.module.declarations.get(place.name) ?? [];
    for (const reference of declared.flatMap(({ references }) => references)) {
      const target = resolve(reference, place.module, modules);
      if (target && !shown.has(keyOf(target))) hidden.push(...declare(target.name, target));
    }
  }
  return { entries, hidden: hidden.sort(byName) };
}

interface Exported {
  /** A place in the package, or the name of another package. */
  readonly named: ReadonlyMap<string, Place | string>;
  readonly passesOn: ReadonlySet<string>;
}

/** The modules of a package by their places, each parsed when it is first asked for. */
interface Modules {
  readonly at: (place: string) => Module | undefined;
  readonly exported: Map<string, Exported>;
}

function openModules(files: Files): Modules {
  const open = new Map<string, Module | undefined>();
  const at = (place: string): Module | undefined => {
    if (open.has(place)) return open.get(place);
    const file = [`${place}.ts`, `${place}.d.ts`].find((one) => files.has(one));
    const module = file === undefined ? undefined : parseModule(file, files.get(file) ?? "");
    open.set(place, module);
    return module;
  };
  return { at, exported: new Map() };
}

/** What a module exports, its own names before those that it passes on. */
function exportedFrom(place: string, modules: Modules): Exported {
  const known = modules.exported.get(place);
  if (known) return known;
  const named = new Map<string, Place | string>();
  const passesOn = new Set<string>();
  // Noted before it is complete: modules may pass each other on.
  modules.exported.set(place, { named, passesOn });
  const module = modules.at(place);
  if (!module) return { named, passesOn };
  for (const [exported, reference] of module.exports.named) {
    const foreign = reference.specifier !== undefined && !reference.specifier.startsWith(".");
    const target = foreign ? reference.specifier : resolve(reference, module, modules);
    if (target !== undefined) named.set(exported, target);
  }
  for (const specifier of module.exports.all) {
    if (!specifier.startsWith(".")) {
      passesOn.add(specifier);
      continue;
    }
    const others = exportedFrom(placeOf(specifier, module.path), modules);
    for (const other of others.passesOn) passesOn.add(other);
    for (const [name, target] of others.named) if (!named.has(name)) named.set(name, target);
  }
  return { named, passesOn };
}

/** Where a name that a module uses is declared; undefined where that is in another package. */
function resolve({ name, specifier }: Reference, module: Module, modules: Modules): Place | undefined {
  if (specifier === undefined) return { module, name };
  if (!specifier.startsWith(".")) return undefined;
  const target = exportedFrom(placeOf(specifier, module.path), modules).named.get(name);
  return typeof target === "string" ? undefined : target;
}

function passedOn(name: string, module: string): Declaration {
  const nothing = { typeParameters: "", text: "", members: [], deprecated: undefined, origin: undefined };
  return { name, kind: "const", module, ...nothing };
}

function keyOf({ module, name }: Place): string {
  return `${module.path} ${name}`;
}

function byName(a: Declaration, b: Declaration): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0;
}
