import type { WellKnown } from "../table/table.js";
import type { ValueKind } from "./value-kinds.js";

/**
 * The kinds of well-known types that are not messages in TypeScript. One is here if a module of the program names it,
 * as each does that writes its values: so pages carry those that their messages have.
 */
const plainKinds = new Map<WellKnown, ValueKind<unknown>>();

/** Makes the kind of a well-known type known under its name. */
export function makePlainKind<T>(name: WellKnown, kind: ValueKind<T>): ValueKind<T> {
  plainKinds.set(name, kind);
  return kind;
}

/**
 * The values of a well-known type that is not a message in TypeScript.
 *
 * @throws A TypeError if no module names its kind, as each generated one does that has such values.
 */
export function plainKind(name: WellKnown): ValueKind<unknown> {
  const kind = plainKinds.get(name);
  if (kind) return kind;
  throw new TypeError(`no module of the program writes a ${name}`);
}
