import { typeError } from "../../base/text/coded-error.js";
import { clip, hidden, isSecretHeader, showText } from "../../base/text/secret-text.js";

/** A value of metadata: printable ASCII text, or bytes where the name ends in `-bin`. */
export type MetadataValue = string | Uint8Array;

/** Metadata as a caller may write it: `{ "x-team": "blue" }`, a list of pairs, or Metadata. */
export type MetadataInit =
  | Metadata
  | Iterable<readonly [name: string, value: MetadataValue]>
  | { readonly [name: string]: MetadataValue | readonly MetadataValue[] };

type Entry = readonly [name: string, value: MetadataValue];

const legalName = /^[0-9a-z_.-]+$/;
const illegalText = /[^\x20-\x7e]/;

/**
 * Headers of a call (gRPC metadata). Immutable: `with` gives a new one, so that
 * nothing that a caller passed is ever changed. Names are case-insensitive.
 * Printing it never shows what may be a secret. `Metadata.from` makes one. It is an interface, so that
 * an interceptor fits the sessions of packages that have a copy of the runtime each.
 */
export interface Metadata extends Iterable<readonly [name: string, value: MetadataValue]> {
  /** The first text value of a name that does not end in `-bin`. */
  get(name: string): string | undefined;
  /** The first value of a name that ends in `-bin`. */
  getBinary(name: `${string}-bin`): Uint8Array | undefined;
  /** All values of a name, in order. */
  getAll(name: string): readonly MetadataValue[];
  /** Whether there is a value of that name. */
  has(name: string): boolean;
  /**
   * A copy in which the name has this one value.
   *
   * @throws A TypeError if gRPC cannot carry it.
   */
  with(name: string, value: MetadataValue): Metadata;
  /** Returns a copy in which the names of `other` have its values. They are not validated again. */
  withAll(other: Metadata): Metadata;
  /** A copy with one more value of the name. */
  withAdded(name: string, value: MetadataValue): Metadata;
  /** A copy without the name. */
  without(name: string): Metadata;
  /** A copy that never prints these texts: a server may send back the token that it was sent. */
  hiding(secrets: readonly string[]): Metadata;
  /** Number of values. */
  readonly size: number;
  /** The headers for people: secrets hidden, long values cut, bytes counted. */
  toJSON(): { [name: string]: string[] };
}

class HeaderList implements Metadata {
  readonly #entries: readonly Entry[];
  /** The texts that printing hides besides what looks like a secret. */
  readonly #secrets: readonly string[] | undefined;

  constructor(entries: readonly Entry[], secrets?: readonly string[]) {
    this.#entries = entries;
    this.#secrets = secrets;
  }

  get(name: string): string | undefined {
    const value = this.#first(name);
    return typeof value === "string" ? value : undefined;
  }

  getBinary(name: `${string}-bin`): Uint8Array | undefined {
    const value = this.#first(name);
    return typeof value === "object" ? value : undefined;
  }

  getAll(name: string): readonly MetadataValue[] {
    const key = name.toLowerCase();
    return this.#entries.filter((entry) => entry[0] === key).map((entry) => entry[1]);
  }

  has(name: string): boolean {
    return this.#first(name) !== undefined;
  }

  with(name: string, value: MetadataValue): Metadata {
    const entry = checked(name, value);
    const others = this.has(entry[0]) ? this.#entries.filter(([key]) => key !== entry[0]) : this.#entries;
    return new HeaderList(others.concat([entry]));
  }

  withAll(other: Metadata): Metadata {
    if (other.size === 0) return this;
    if (this.size === 0) return other;
    const isOwn = (entry: Entry): boolean => !other.has(entry[0]);
    const own = this.#entries.every(isOwn) ? this.#entries : this.#entries.filter(isOwn);
    return new HeaderList(own.concat(other instanceof HeaderList ? other.#entries : [...other]));
  }

  withAdded(name: string, value: MetadataValue): Metadata {
    return new HeaderList([...this.#entries, checked(name, value)]);
  }

  without(name: string): Metadata {
    const key = name.toLowerCase();
    return new HeaderList(this.#entries.filter((entry) => entry[0] !== key));
  }

  hiding(secrets: readonly string[]): Metadata {
    return secrets.length === 0 || this.size === 0 ? this : new HeaderList(this.#entries, secrets);
  }

  get size(): number {
    return this.#entries.length;
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: MetadataValue]> {
    return this.#entries[Symbol.iterator]();
  }

  toJSON(): { [name: string]: string[] } {
    const shown: { [name: string]: string[] } = Object.create(null);
    for (const [name, value] of this.#entries) (shown[name] ??= []).push(show(name, value, this.#secrets));
    return shown;
  }

  /** Shows the same if Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Metadata ${JSON.stringify(this)}`;
  }

  #first(name: string): MetadataValue | undefined {
    const key = name.toLowerCase();
    for (const entry of this.#entries) if (entry[0] === key) return entry[1];
    return undefined;
  }
}

/** Makes the metadata of calls. */
export const Metadata = {
  /** No headers. */
  empty: /*@__PURE__*/ new HeaderList([]) as Metadata,

  /**
   * Checks and copies what a caller wrote.
   *
   * @throws A TypeError that names the header, never its value.
   */
  from(init: MetadataInit | undefined): Metadata {
    if (init === undefined) return Metadata.empty;
    if (init instanceof HeaderList) return init;
    const pairs = isIterable(init) ? [...init] : Object.entries(init).flatMap(spread);
    return new HeaderList(pairs.map(([name, value]) => checked(name, value)));
  },

  /** Metadata as it came over the wire: names in lower case, not checked. */
  received(entries: readonly (readonly [name: string, value: MetadataValue])[]): Metadata {
    return entries.length === 0 ? Metadata.empty : new HeaderList(entries);
  },
};

function show(name: string, value: MetadataValue, secrets: readonly string[] | undefined): string {
  if (isSecretHeader(name)) return hidden;
  return typeof value === "string" ? showText(value, 200, secrets) : `${value.byteLength} bytes`;
}

function checked(name: string, value: MetadataValue): Entry {
  const key = String(name).toLowerCase();
  const problem = findProblem(key, value);
  if (problem === undefined) return [key, value];
  throw typeError("METADATA_INVALID", `Metadata ${problem}`);
}

/** Finds why a header cannot be sent. */
function findProblem(key: string, value: MetadataValue): string | undefined {
  if (!legalName.test(key))
    return `name ${JSON.stringify(clip(key, 60))}: use letters, digits, "-", "_" and "." only`;
  if (key === "__proto__") return `"${key}": objects cannot hold this name, so that it would be lost`;
  if (key.startsWith("grpc-")) return `"${key}": names with "grpc-" belong to gRPC itself`;
  if (key.endsWith("-bin"))
    return value instanceof Uint8Array ? undefined : `"${key}": a name that ends in -bin needs a Uint8Array`;
  if (typeof value !== "string") return `"${key}": text is needed; bytes go under a name that ends in -bin`;
  const place = value.search(illegalText);
  if (place < 0) return undefined;
  return `"${key}": the character at position ${place} cannot be sent; a header carries printable ASCII only`;
}

function spread([name, value]: [string, MetadataValue | readonly MetadataValue[]]): Entry[] {
  return isSeveral(value) ? value.map((one) => [name, one] as const) : [[name, value]];
}

function isSeveral(value: MetadataValue | readonly MetadataValue[]): value is readonly MetadataValue[] {
  return Array.isArray(value);
}

function isIterable(init: object): init is Iterable<readonly [string, MetadataValue]> {
  return Symbol.iterator in init;
}
