import type { Json } from "../read/json.js";
import type { SpecNode } from "../read/spec-node.js";

/** Reads the values of `enum`. */
export function readEnum(node: SpecNode): readonly Json[] {
  return node.items().map(readLiteral);
}

/** Whether a schema only lists values. */
export function isEnumOnly(node: SpecNode): boolean {
  const names = Object.keys(node.value ?? {});
  return names.length === 1 && (names[0] === "enum" || names[0] === "const");
}

/** Reads the values that `not` forbids. */
export function readNotEnum(node: SpecNode): readonly Json[] {
  const { value } = node.get("const") ?? {};
  return value === undefined ? (node.get("enum")?.items() ?? []).map(readLiteral) : [value];
}

/** Returns a value that can be printed as a literal. Throws `Problems` for others. */
export function readLiteral(node: SpecNode): Json {
  const text = JSON.stringify(node.value);
  return text.includes('"__proto__":')
    ? node.fail("A value has a key __proto__", "Leave it out")
    : node.value;
}
