import type { DescFile, DescService } from "@bufbuild/protobuf";
import type { Method, Service } from "./api.js";
import type { Names } from "./names.js";

/**
 * The modules of an API that import each other in a circle, by each that is in one. Protos never do; but the module of a
 * service imports that of the service which reads its operations, and the types of what these hold, whether its proto
 * imports them or not.
 */
export function describeCircles(
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
      ...methods.flatMap(broughtIn),
    ]);
    // Also those that have no module: they may import others publicly.
    file.dependencies.forEach(add);
  };
  files.forEach(add);
  return findCircles(imports);
}

/** Modules that a method needs whatever its proto imports. */
function broughtIn({ operation }: Method): string[] {
  if (!operation) return [];
  const { response, metadata } = operation.named ?? {};
  const types = [response?.response.type, metadata?.type, operation.wiring];
  return types.flatMap((one) => one?.module ?? []);
}

/** The modules that each module imports, or may import. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Modules that import each other, directly or through others: Tarjan's strongly connected components. */
export function findCircles(imports: Imports): ReadonlyMap<string, ReadonlySet<string>> {
  const circles = new Map<string, ReadonlySet<string>>();
  const numbers = new Map<string, number>();
  const open: string[] = [];
  /** Gives the lowest number that the module reaches among those whose circle is not known. */
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
    const circle = new Set(open.splice(open.indexOf(first)));
    if (circle.size > 1) for (const module of circle) circles.set(module, circle);
  };
  for (const module of imports.keys()) if (!numbers.has(module)) visit(module);
  return circles;
}
