import type { Shape } from "../runtime/shape.js";

/**
 * Returns the names of shapes that refer to themselves without a property or item in between, so that checking a value
 * would never end.
 */
export function findEndlessShapes(shapes: ReadonlyMap<string, Shape>): string[] {
  const parts = (shape: Shape): string[] => [
    ...(shape.ref === undefined ? [] : [shape.ref]),
    ...[shape.allOf, shape.anyOf, shape.oneOf].flatMap((list) => (list ?? []).flatMap(parts)),
  ];
  return findCycles(shapes, parts);
}

/** Returns the names of shapes that refer to themselves, also through properties and items. */
export function findRecursiveShapes(shapes: ReadonlyMap<string, Shape>): string[] {
  return findCycles(shapes, listReferences);
}

/**
 * Returns the names of shapes that several alternatives of one shape refer to. A chain of such shapes is reached in many
 * ways, whose number doubles with each link.
 */
export function findRepeatedShapes(shapes: ReadonlyMap<string, Shape>): string[] {
  const repeated = new Set<string>();
  const visit = (shape: Shape): void => {
    for (const choice of [shape.anyOf, shape.oneOf]) {
      const seen = new Set<string>();
      for (const part of choice ?? []) {
        const names = new Set(listReferences(part));
        for (const name of names) if (seen.has(name)) repeated.add(name);
        for (const name of names) seen.add(name);
      }
    }
    listParts(shape).forEach(visit);
  };
  for (const shape of shapes.values()) visit(shape);
  return [...repeated];
}

/** Returns the shapes directly inside of a shape. */
function listParts(shape: Shape): readonly Shape[] {
  const { items, prefixItems = [], additionalProperties: rest, allOf = [], anyOf = [], oneOf = [] } = shape;
  const { properties = {}, patternProperties = {} } = shape;
  const named = [...Object.values(properties), ...Object.values(patternProperties)];
  return [
    ...(items ? [items] : []),
    ...(rest ? [rest] : []),
    ...prefixItems,
    ...named,
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
}

/** Returns the names that a shape refers to, also through properties and items. */
function listReferences(shape: Shape): string[] {
  return [...(shape.ref === undefined ? [] : [shape.ref]), ...listParts(shape).flatMap(listReferences)];
}

/** Returns the names that are part of a cycle of references. */
function findCycles(shapes: ReadonlyMap<string, Shape>, list: (shape: Shape) => string[]): string[] {
  const edges = new Map([...shapes].map(([name, shape]) => [name, list(shape)]));
  dropAcyclic(edges);
  const isInCycle = (start: string): boolean => {
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
  return [...edges.keys()].filter(isInCycle);
}

/** Removes names that cannot reach a cycle, which are most, so that only the others are searched from each name. */
function dropAcyclic(edges: Map<string, string[]>): void {
  const users = new Map<string, string[]>();
  const unresolvedCounts = new Map<string, number>();
  for (const [name, targets] of edges) {
    const known = targets.filter((target) => edges.has(target));
    unresolvedCounts.set(name, known.length);
    for (const target of known) users.set(target, [...(users.get(target) ?? []), name]);
  }
  const acyclic = [...edges.keys()].filter((name) => unresolvedCounts.get(name) === 0);
  for (const name of acyclic) {
    edges.delete(name);
    for (const user of users.get(name) ?? []) {
      unresolvedCounts.set(user, (unresolvedCounts.get(user) ?? 0) - 1);
      if (unresolvedCounts.get(user) === 0) acyclic.push(user);
    }
  }
}
