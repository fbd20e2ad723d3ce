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
  return cyclicNames(shapes, parts);
}

/** Names of shapes that hold themselves, wherever. */
export function recursiveNames(shapes: ReadonlyMap<string, Shape>): string[] {
  const parts = (shape: Shape): string[] => {
    const { ref, items, additionalProperties: rest, properties = {}, allOf, anyOf, oneOf } = shape;
    const inner = [items, rest || undefined, ...Object.values(properties)];
    const all = [...inner, ...[allOf, anyOf, oneOf].flatMap((list) => list ?? [])];
    return [...(ref === undefined ? [] : [ref]), ...all.flatMap((part) => (part ? parts(part) : []))];
  };
  return cyclicNames(shapes, parts);
}

/** Names that lead back to themselves. */
function cyclicNames(shapes: ReadonlyMap<string, Shape>, parts: (shape: Shape) => string[]): string[] {
  const edges = new Map([...shapes].map(([name, shape]) => [name, parts(shape)]));
  dropEnding(edges);
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
  return [...edges.keys()].filter(leadsBack);
}

/** Takes away what comes to an end, which is nearly all: only the rest is worth walking from each name. */
function dropEnding(edges: Map<string, string[]>): void {
  const users = new Map<string, string[]>();
  const left = new Map<string, number>();
  for (const [name, targets] of edges) {
    const known = targets.filter((target) => edges.has(target));
    left.set(name, known.length);
    for (const target of known) users.set(target, [...(users.get(target) ?? []), name]);
  }
  const ending = [...edges.keys()].filter((name) => left.get(name) === 0);
  for (const name of ending) {
    edges.delete(name);
    for (const user of users.get(name) ?? []) {
      left.set(user, (left.get(user) ?? 0) - 1);
      if (left.get(user) === 0) ending.push(user);
    }
  }
}
