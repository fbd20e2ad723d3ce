import type { Declared, Shape } from "./surface.js";

/**
 * Types that no entry point exports, and that those which are exported name: users meet them by the members of
 * these. What is in a hidden one counts as if it stood there.
 *
 * @param types Types of the package by name.
 */
export function hiddenTypes(
  shown: readonly Declared[],
  types: ReadonlyMap<string, Declared>,
): ReadonlyMap<string, Declared> {
  const exported = new Set(shown.map(({ module, name }) => `${module} ${name}`));
  const found = new Map<string, Declared>();
  const queue = [...shown];
  for (let one = queue.pop(); one; one = queue.pop()) {
    for (const name of [one.type?.shape, one.value?.shape].flatMap((shape) =>
      shape ? namesIn(shape) : [],
    )) {
      const type = types.get(name);
      if (!type || found.has(name) || exported.has(`${type.module} ${type.name}`)) continue;
      found.set(name, type);
      queue.push(type);
    }
  }
  return found;
}

/** Names of types that a type is made of. */
export function namesIn(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "text":
      return shape.text.match(/[A-Za-z_$][\w$]*/g) ?? [];
    case "object":
      return shape.members.flatMap((member) => namesIn(member.shape));
    case "union":
      return shape.arms.flatMap((arm) => namesIn(arm.shape));
    case "function":
      return shape.signatures.flatMap(({ parameters, returns }) => [
        ...parameters.flatMap((one) => namesIn(one.shape)),
        ...namesIn(returns),
      ]);
  }
}
