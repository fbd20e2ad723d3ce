import { isDeepStrictEqual } from "node:util";
import type { Dice } from "../mask/dice.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { align, holdsUnknown, setOwn, type Origins } from "./draft.fixture.js";

/** How the callback of a `modify` hands over what it changed. */
export type Style = (typeof styles)[number];

/**
 * `in place`: the draft is changed, nothing returned. `beside`: the draft is changed, and something is returned that does
 * not count. `spread`: new objects around what changed, the draft's own elsewhere, as `{ ...vm }`, `map` and `filter` make them.
 * `clone`: a structuredClone, changed. `from nothing`: all objects are new, and have what the client's types name.
 */
export const styles = ["in place", "beside", "spread", "clone", "from nothing"] as const;

/** What a callback does. */
export interface Handed {
  readonly style: Style;
  readonly returned: unknown;
  /** The resource as the program means it. */
  readonly after: Draft;
  /** The object lacks what was read: it must not be taken. */
  readonly isTrap: boolean;
  /** What no type names is lost on the way, and the call may be refused for it. */
  readonly isLossy: boolean;
}

/** A change of a draft, its objects entered in `origins`, handed over in a style. */
export function handOver(
  style: Style,
  { draft, origins, dice }: { draft: Draft; origins: Origins; dice: Dice },
  change: (draft: Draft) => void,
): Handed {
  const plain = { style, isTrap: false, isLossy: false };
  if (style === "in place" || style === "beside") {
    change(draft);
    const parts = [draft, ...Object.values(draft), ...Object.values((draft["spec"] ?? {}) as Draft)];
    const nothing = [8, "x", true, null, [], [draft], ...parts.filter((part) => part !== undefined)];
    return { ...plain, after: draft, returned: style === "beside" ? dice.pick(nothing) : undefined };
  }
  const work = structuredClone(draft);
  const sources = new WeakMap<object, object>();
  align(draft, work, (one, copy) => {
    sources.set(copy, one);
    const origin = origins.get(one);
    if (origin) origins.set(copy, origin);
  });
  change(work);
  if (style === "clone") return { ...plain, after: work, returned: work };
  if (style === "spread") {
    const after = { ...(shared(work, sources) as Draft) };
    origins.set(after, origins.get(draft) ?? draft);
    return { ...plain, after, returned: after, isTrap: dice.chance(4) && dropsOne(after, draft, dice) };
  }
  const after = rebuilt(work) as Draft;
  return { ...plain, after, returned: after, isLossy: holdsUnknown(work) };
}

/** The value, with what is as it was as the very object that it was. */
function shared(value: unknown, sources: WeakMap<object, object>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const source = sources.get(value);
  if (source !== undefined && isDeepStrictEqual(source, value)) return source;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => shared(one, sources));
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, one]: [unknown, unknown]) => [key, shared(one, sources)]));
  for (const [name, held] of Object.entries(value)) setOwn(value as Draft, name, shared(held, sources));
  return value;
}

/** Forgets a property of a new object, as a literal does that was not written from the type. */
function dropsOne(after: Draft, draft: Draft, dice: Dice): boolean {
  const spec = after["spec"] as Draft | undefined;
  const holder = spec !== undefined && spec !== draft["spec"] ? spec : after;
  const read = (holder === after ? draft : draft["spec"]) as Draft | undefined;
  const names = Object.keys(read ?? {}).filter(
    (name) => read?.[name] !== undefined && name !== "_unknownFields" && Object.hasOwn(holder, name),
  );
  if (names.length === 0) return false;
  delete holder[dice.pick(names)];
  return true;
}

/** New objects with what has a name in the types; where they come from, nobody can see. */
function rebuilt(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(rebuilt);
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, one]: [unknown, unknown]) => [key, rebuilt(one)]));
  const made: Draft = {};
  for (const [name, held] of Object.entries(value))
    if (name !== "_unknownFields") setOwn(made, name, rebuilt(held));
  return made;
}
