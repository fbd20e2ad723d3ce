import type { Shape } from "../runtime/shape.js";

/**
 * Names of shapes that are made of themselves at the same place: no value ever
 * gets to the end of checking them. A shape that holds itself in a property or
 * an item is fine: values end somewhere.
 */
export function endlessNames(shapes: ReadonlyMap<string, Shape>): string[] {
  const parts = (shape: Shape): string[] => [
    ...(shape.ref === undefined ? [] : [shape.ref]),
    ...[shape.allOf, shape.anyOf, shape.oneOf].flatMap((list) => (list ?? []).flatMap(parts)),
  ];
  const edges = new Map([...shapes].map(([name, shape]) => [name, parts(shape)]));
  const leadsBack = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [...(edges.get(start) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(edges.get(name) ?? []));
    }
    return false;
  };
  return [...shapes.keys()].filter(leadsBack);
}
