import { isRecord } from "../../messages/table/field-access.js";

const maxDepth = 8;

/** All texts in a value, one a line: what an error says, what it was caused by, what else it has. */
export function inspect(value: unknown): string {
  const seen = new Set<unknown>();
  const look = (one: unknown, depth: number): string[] => {
    if (!isRecord(one)) return [String(one)];
    if (seen.has(one) || depth > maxDepth) return [];
    seen.add(one);
    // Those of an error are not enumerable.
    return Object.getOwnPropertyNames(one).flatMap((name) => [name, ...look(read(one, name), depth + 1)]);
  };
  return look(value, 0).join("\n");
}

function read(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name);
  } catch {
    return undefined;
  }
}
