import * as fc from "fast-check";

/**
 * JSON values, but for objects with a `toString` or `valueOf` of their own: the validator beside ours calls these
 * to compare two objects, and throws where they are no functions.
 */
const jsonValue = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !/"(?:toString|valueOf)":/u.test(JSON.stringify(value)));

/** Values near an example: some parts replaced, removed or added. */
export function mutationsOf(examples: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.array(fc.nat(20), { maxLength: 5 }),
    kind: fc.constantFrom("replace", "remove", "add", "stringify"),
    value: fc.oneof(jsonValue, fc.integer(), fc.constantFrom("", "01/02/26", 1.5, -1, 1e21, true, null)),
  });
  return fc
    .record({ example: fc.constantFrom(...examples), changes: fc.array(change, { maxLength: 3 }) })
    .map(({ example, changes }) => {
      const box = { value: structuredClone(example) };
      for (const { at, kind, value } of changes) mutate(box, ["value"], at, kind, value);
      return box.value;
    });
}

function mutate(
  owner: object,
  names: readonly string[],
  at: readonly number[],
  kind: string,
  value: unknown,
): void {
  const [index, ...rest] = at;
  const name = names[(index ?? 0) % names.length];
  if (name === undefined) return;
  const target = owner as Record<string, unknown>;
  const inner = target[name];
  const isDeeper = rest.length > 0 && typeof inner === "object" && inner !== null;
  if (isDeeper && Object.keys(inner).length > 0) mutate(inner, Object.keys(inner), rest, kind, value);
  else if (kind === "remove" && !Array.isArray(owner) && names.length > 1) delete target[name];
  else if (kind === "add" && typeof inner === "object" && inner !== null) {
    if (Array.isArray(inner)) inner.push(structuredClone(value));
    else Object.assign(inner, { [`extra${index ?? 0}`]: structuredClone(value) });
  } else if (kind === "stringify") target[name] = String(inner);
  else target[name] = structuredClone(value);
}
