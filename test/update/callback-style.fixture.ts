import { isDeepStrictEqual } from "node:util";
import { fromJson, toJson } from "@stratus/runtime";
import type { MessageType } from "@stratus/runtime/generated/wire-v1";
import { enableMapSet, produce } from "immer";
import type { Dice } from "../mask/dice.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { align, holdsUnknown, setOwn, type Origins } from "./draft.fixture.js";

enableMapSet();

/** How the callback of a `modify` hands over what it changed. */
export type Style = (typeof styles)[number];

/**
 * `in place`: the draft is changed, nothing returned. `beside`: the draft is changed, and something is returned that does
 * not count. `spread`: new objects around what changed, the draft's own elsewhere, as `{ ...vm }`, `map` and `filter` make them.
 * `immer`: what immer makes of the changes, frozen. `clone`: a structuredClone, changed. `json`: read from the JSON of the
 * draft, and changed. `from nothing`: all objects are new, and have what the client's types name.
 */
export const styles = ["in place", "beside", "spread", "immer", "clone", "json", "from nothing"] as const;

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

/** What a style works with. */
interface HandOver {
  readonly draft: Draft;
  readonly origins: Origins;
  readonly dice: Dice;
  readonly codec: MessageType<Draft>;
}

/** A change of a draft, its objects entered in `origins`, handed over in a style. */
export function handOver(
  style: Style,
  { draft, origins, dice, codec }: HandOver,
  change: (draft: Draft) => void,
): Handed {
  const plain = { style, isTrap: false, isLossy: false };
  if (style === "in place" || style === "beside") {
    change(draft);
    const parts = [draft, ...Object.values(draft), ...Object.values((draft["spec"] ?? {}) as Draft)];
    const nothing = [8, "x", true, null, [], [draft], ...parts.filter((part) => part !== undefined)];
    return { ...plain, after: draft, returned: style === "beside" ? dice.pick(nothing) : undefined };
  }
  const work = (style === "json" ? jsonCopy(codec, draft) : undefined) ?? structuredClone(draft);
  const sources = new WeakMap<object, object>();
  align(draft, work, (one, copy) => {
    sources.set(copy, one);
    const origin = origins.get(one);
    if (origin) origins.set(copy, origin);
  });
  change(work);
  if (style === "clone") return { ...plain, after: work, returned: work };
  if (style === "json") return { ...plain, after: work, returned: work, isLossy: holdsUnknown(draft) };
  if (style === "immer") {
    const after = produced(work, sources, origins) as Draft;
    return { ...plain, after, returned: after };
  }
  if (style === "spread") {
    const after = { ...(shared(work, sources) as Draft) };
    origins.set(after, origins.get(draft) ?? draft);
    return { ...plain, after, returned: after, isTrap: dice.chance(4) && dropsOne(after, draft, dice) };
  }
  const after = rebuilt(work) as Draft;
  return { ...plain, after, returned: after, isLossy: holdsUnknown(work) };
}

/** A message as its JSON gives it back; undefined for one that has none, such as a timestamp out of range. */
export function jsonCopy(codec: MessageType<Draft>, draft: Draft): Draft | undefined {
  try {
    return fromJson(codec, toJson(codec, draft));
  } catch {
    return undefined;
  }
}

/** The value as immer makes it: what changed is a copy of what it was, what did not is the very object. */
function produced(value: unknown, sources: WeakMap<object, object>, origins: Origins): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const source = sources.get(value);
  if (source !== undefined && isDeepStrictEqual(source, value)) return source;
  if (Array.isArray(value)) return value.map((one: unknown) => produced(one, sources, origins));
  if (value instanceof Map)
    return new Map(
      Array.from(value, ([key, one]: [unknown, unknown]) => [key, produced(one, sources, origins)]),
    );
  const entries = Object.entries(value).map(
    ([name, one]) => [name, produced(one, sources, origins)] as const,
  );
  // A draft of immer takes a key `__proto__` for the prototype.
  const made = Object.hasOwn(value, "__proto__")
    ? (Object.fromEntries(entries) as Draft)
    : produce((source ?? {}) as Draft, (draft: Draft) => {
        for (const name of Object.keys(draft)) if (!Object.hasOwn(value, name)) delete draft[name];
        for (const [name, one] of entries) draft[name] = one;
      });
  const origin = origins.get(value);
  if (origin !== undefined) origins.set(made, origin);
  return made;
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
