import type { DescFile, DescService } from "@bufbuild/protobuf";
import type { Method, Service } from "./api.js";
import type { Names } from "./names.js";

/**
 * Finds the modules of an API that import each other in a cycle, by each of its modules. Protos never do. But the module of a
 * service imports that of the service that reads its operations, and the types in these, even if its proto does not.
 */
export function findModuleCycles(
  files: readonly DescFile[],
  names: Names,
  services: ReadonlyMap<DescService, Service>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, string[]>();
  const add = (file: DescFile): void => {
    const module = names.module(file);
    if (imports.has(module)) return;
    const methods = file.services.flatMap((service) => services.get(service)?.methods ?? []);
    imports.set(module, [
      ...file.dependencies.map((one) => names.module(one)),
      ...methods.flatMap(operationImports),
    ]);
    // Also those that have no module: they may import others publicly.
    file.dependencies.forEach(add);
  };
  files.forEach(add);
  return findCycles(imports);
}

/** Returns the modules that a method needs even if its proto does not import them. */
function operationImports({ operation }: Method): string[] {
  if (!operation) return [];
  const { response, metadata } = operation.named ?? {};
  const types = [response?.response.type, metadata?.type, operation.wiring];
  return types.flatMap((one) => one?.module ?? []);
}

/** The modules that each module imports, or may import. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Finds modules that import each other, directly or indirectly, as Tarjan's strongly connected components. */
export function findCycles(imports: Imports): ReadonlyMap<string, ReadonlySet<string>> {
  const cycles = new Map<string, ReadonlySet<string>>();
  const numbers = new Map<string, number>();
  const open: string[] = [];
  /** Returns the lowest number that the module reaches among those whose cycle is not known. */
  const visit = (module: string): number => {
    const number = numbers.size;
    numbers.set(module, number);
    open.push(module);
    let lowest = number;
    for (const other of imports.get(module) ?? []) {
      const known = numbers.get(other);
      if (known === undefined) lowest = Math.min(lowest, visit(other));
      else if (open.includes(other)) lowest = Math.min(lowest, known);
    }
    if (lowest === number) close(module);
    return lowest;
  };
  const close = (first: string): void => {
    const cycle = new Set(open.splice(open.indexOf(first)));
    if (cycle.size > 1) for (const module of cycle) cycles.set(module, cycle);
  };
  for (const module of imports.keys()) if (!numbers.has(module)) visit(module);
  return cycles;
}
