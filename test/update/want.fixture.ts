import { isDeepStrictEqual } from "node:util";
import { isTreeList, isTreeMap, type Tree, type TreeOne, type TreeValue } from "../mask/tree.fixture.js";

/** What a field is to be after an Update: a value, or one of the things below. */
export type Want =
  | Exactly
  | Anything
  | Either
  | Loosely
  | Judged
  | WantedMessage
  | readonly Want[]
  | ReadonlyMap<string, Want>
  | undefined;

/** A value whose every part is meant. */
export class Exactly {
  readonly value: TreeValue;

  constructor(value: TreeValue) {
    this.value = value;
  }
}

/** Nobody has said what it is to be. */
export class Anything {
  readonly isOpen = true;
}

/** Both are right. */
export class Either {
  readonly options: readonly Want[];

  constructor(options: readonly Want[]) {
    this.options = options;
  }
}

/** What this carries is meant; beside it there may be more. */
export class Loosely {
  readonly value: TreeValue;

  constructor(value: TreeValue) {
    this.value = value;
  }
}

/** A function says what is wrong with it. */
export class Judged {
  readonly judge: (got: TreeValue | undefined) => string | undefined;

  constructor(judge: (got: TreeValue | undefined) => string | undefined) {
    this.judge = judge;
  }
}

/** A message, field by field. */
export class WantedMessage {
  readonly fields = new Map<string, Want>();
}

export const anything = new Anything();

/** Whether nobody has said of any field of a message what it is to be. */
export function isUnsure({ fields }: WantedMessage): boolean {
  return [...fields.values()].every(mayBeAbsent);
}

function mayBeAbsent(want: Want): boolean {
  return (
    want === undefined || want === anything || (want instanceof Either && want.options.some(mayBeAbsent))
  );
}

/** A value as it is, or nothing. */
export const exactly = (value: TreeValue | undefined): Want =>
  value === undefined ? undefined : new Exactly(value);

/** A hidden value: what the client cannot see of it stays or goes. */
export function loosely(value: TreeValue | undefined): Want {
  return value === undefined ? undefined : new Loosely(value);
}

/** Where a value is not as wanted: the place and what is wrong; undefined where all is right. */
export function mismatch(want: Want, got: TreeValue | undefined, path = ""): string | undefined {
  if (want instanceof Anything) return undefined;
  if (want instanceof Either) {
    const found = want.options.map((option) => mismatch(option, got, path));
    return found.includes(undefined) ? undefined : found.join("; or ");
  }
  if (want instanceof Judged) {
    const found = want.judge(got);
    return found && `${path}: ${found}`;
  }
  if (want === undefined) return got === undefined ? undefined : `${path}: is ${show(got)}, want nothing`;
  if (got === undefined) return `${path}: is gone, want ${show(plain(want))}`;
  if (want instanceof Exactly)
    return isDeepStrictEqual(want.value, got)
      ? undefined
      : `${path}: is ${show(got)}, want ${show(want.value)}`;
  if (want instanceof Loosely) return looseMismatch(want.value, got, path);
  if (want instanceof WantedMessage) return messageMismatch(want, got, path);
  if (isWantMap(want)) return mapMismatch(want, got, path);
  return listMismatch(want, got, path);
}

const isWantMap = (want: Want): want is ReadonlyMap<string, Want> => want instanceof Map;

function messageMismatch(want: WantedMessage, got: TreeValue, path: string): string | undefined {
  const message = got as Tree;
  for (const [name, field] of want.fields) {
    const found = mismatch(field, message[name], `${path}.${name}`);
    if (found !== undefined) return found;
  }
  const strange = Object.keys(message).find((name) => !want.fields.has(name));
  return strange === undefined ? undefined : `${path}.${strange}: nobody knows it`;
}

function listMismatch(want: readonly Want[], got: TreeValue, path: string): string | undefined {
  if (!isTreeList(got) || got.length !== want.length)
    return `${path}: has ${isTreeList(got) ? got.length : "no"} elements, want ${want.length}`;
  for (const [index, element] of want.entries()) {
    const found = mismatch(element, got[index], `${path}.${index}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mapMismatch(want: ReadonlyMap<string, Want>, got: TreeValue, path: string): string | undefined {
  if (!isTreeMap(got)) return `${path}: is no map`;
  const keys = new Set([...want.keys(), ...got.keys()]);
  for (const key of keys) {
    const found = mismatch(want.get(key), got.get(key), `${path}.${JSON.stringify(key)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function looseMismatch(want: TreeValue, got: TreeValue, path: string): string | undefined {
  if (isTreeList(want)) {
    if (!isTreeList(got) || got.length !== want.length) return `${path}: is ${show(got)}, want ${show(want)}`;
    return first(want.map((one, index) => looseMismatch(one, got[index] as TreeOne, `${path}.${index}`)));
  }
  if (isTreeMap(want)) {
    if (!isTreeMap(got)) return `${path}: is no map`;
    return first(
      Array.from(want, ([key, one]) => {
        const held = got.get(key);
        return held === undefined ? `${path}.${key}: is gone` : looseMismatch(one, held, `${path}.${key}`);
      }),
    );
  }
  if (typeof want === "object" && !(want instanceof Uint8Array)) {
    return first(
      Object.entries(want).map(([name, one]) => {
        const held = (got as Tree)[name];
        return held === undefined ? `${path}.${name}: is gone` : looseMismatch(one, held, `${path}.${name}`);
      }),
    );
  }
  return isDeepStrictEqual(want, got) ? undefined : `${path}: is ${show(got)}, want ${show(want)}`;
}

function first(found: readonly (string | undefined)[]): string | undefined {
  return found.find((one) => one !== undefined);
}

/** What is wanted, for people. */
function plain(want: Want): unknown {
  if (want instanceof Exactly || want instanceof Loosely) return want.value;
  if (want instanceof WantedMessage)
    return Object.fromEntries(Array.from(want.fields, ([name, one]) => [name, plain(one)]));
  if (want instanceof Either) return { either: want.options.map(plain) };
  if (isWantMap(want)) return Object.fromEntries(Array.from(want, ([key, one]) => [key, plain(one)]));
  return Array.isArray(want) ? want.map(plain) : want;
}

/** A value for people; trees have no prototypes, and bigints. */
export function show(value: unknown): string {
  const text = JSON.stringify(value, (_, held: unknown) => {
    if (typeof held === "bigint") return `${held}n`;
    if (held instanceof Map) return Object.fromEntries(held);
    return held instanceof Uint8Array ? `bytes ${[...held].join(" ")}` : held;
  });
  return text ?? String(value);
}
