import {
  readModule,
  readValueNames,
  type Declaration,
  type Module,
  type Use,
} from "./runtime-declarations.js";
import { runtimeParts } from "./runtime-parts.js";
import { selectRegions } from "./runtime-regions.js";
import { readSource } from "./source-texts.js";

/** The declarations of the runtime with their parts. */
export interface Sources {
  /** All declarations, each after those that it uses when it is loaded. */
  readonly inOrder: readonly Declaration[];
  readonly publicNames: readonly Use[];
  find(module: string, name: string): Declaration | undefined;
  part(declaration: Declaration): string;
  isPublic(declaration: Declaration): boolean;
  /** Whether another part uses a declaration. */
  isShared(declaration: Declaration): boolean;
}

const known = new Map<string, Sources>();

/** Returns the sources for packages with some features, which are read once. */
export function readSources(features: ReadonlySet<string>): Sources {
  const key = [...features].sort().join(" ");
  const sources = known.get(key) ?? linkSources(features);
  known.set(key, sources);
  return sources;
}

function linkSources(features: ReadonlySet<string>): Sources {
  const texts = new Map(
    ["index", ...Object.values(runtimeParts).flat()].map((module) => [
      module,
      selectRegions(readSource(`rest/runtime/${module}.ts`), features),
    ]),
  );
  const names = new Map([...texts].map(([module, text]) => [module, readValueNames(text)]));
  const modules = new Map(
    [...texts].map(([module, text]) => [module, readModule(module, text, (one) => names.get(one) ?? [])]),
  );
  const byName = new Map(
    [...modules.values()].flatMap(({ declarations }) =>
      declarations.map((one) => [`${one.module} ${one.name}`, one] as const),
    ),
  );
  const find = (module: string, name: string): Declaration | undefined => {
    const reexport = modules.get(module)?.reexports.find((one) => one.name === name);
    return byName.get(`${module} ${name}`) ?? (reexport && find(reexport.module, name));
  };
  const publicNames = modules.get("index")?.reexports ?? [];
  const publicKeys = new Set(publicNames.map(({ module, name }) => `${module} ${name}`));
  const partOf = new Map(
    Object.entries(runtimeParts).flatMap(([part, list]) => list.map((module) => [module, part] as const)),
  );
  const initial = findInitial(modules, find);
  const part = (one: Declaration): string =>
    initial.has(one) ? "core" : (partOf.get(one.module) ?? one.module);
  const shared = new Set(
    [...byName.values()].flatMap((one) =>
      one.uses.flatMap(({ module, name }) => {
        const target = find(module, name);
        return target && part(target) !== part(one) ? [target] : [];
      }),
    ),
  );
  return {
    inOrder: sortModules(modules).flatMap((module) => modules.get(module)?.declarations ?? []),
    publicNames,
    find,
    part,
    isPublic: ({ module, name }) => publicKeys.has(`${module} ${name}`),
    isShared: (one) => shared.has(one) && !/^export /m.test(one.text),
  };
}

/** Finds what the modules of the client use at once. Of a value whose type alone is used, that is nothing. */
function findInitial(modules: ReadonlyMap<string, Module>, find: Sources["find"]): ReadonlySet<Declaration> {
  const initial = new Set<Declaration>();
  const open = (runtimeParts["core"] ?? []).flatMap((module) => modules.get(module)?.declarations ?? []);
  for (let one = open.pop(); one; one = open.pop()) {
    if (initial.has(one)) continue;
    initial.add(one);
    for (const { module, name, isType, isLoaded } of one.uses) {
      const target = find(module, name);
      if (target && !isLoaded && (target.isType || !isType)) open.push(target);
    }
  }
  return initial;
}

/** Sorts modules so that each comes after those whose values it uses. */
function sortModules(modules: ReadonlyMap<string, Module>): readonly string[] {
  const sorted = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const { uses } of modules.get(name)?.declarations ?? [])
      for (const use of uses) if (!use.isLoaded && !use.isType && use.module !== name) visit(use.module);
    sorted.add(name);
  };
  for (const name of modules.keys()) visit(name);
  return [...sorted];
}
