import type { MaskStep } from "./mask-seed.js";

/** Under this symbol a path keeps its steps, so that a field of any name can stand beside it. */
export const maskSteps: unique symbol = Symbol("stratus.maskSteps");

/** One entry of a mask, made by a builder: `m.spec.secondaryDisks`. */
export interface MaskPath {
  /** The steps from the root, by proto names. */
  readonly [maskSteps]: readonly MaskStep[];
}

/**
 * A message as its mask sees it: each field is a path, and goes on into what
 * the field holds. The doc comments of the fields are kept. A structure has no
 * wildcard, since it would clear fields that this SDK does not know.
 */
export type MaskBuilder<T> = {
  readonly [Name in keyof T as Name extends "_unknownFields" ? never : Name]-?: MaskOf<T[Name]>;
};

/** What a mask can say of a field, by the type of its value. Plain JSON and scalars end a path. */
export type MaskOf<Value> = unknown extends Value ? MaskPath : MaskOfPresent<NonNullable<Value>>;

/** A list of messages in a mask. To clear the list, name it and do not send it. */
export interface MaskList<Element> extends MaskPath {
  /** The element at an index, from 0. Throws a RangeError for anything but a whole number from 0. */
  at(index: number): MaskOf<Element>;
  /** Every element. */
  readonly each: MaskOf<Element>;
}

/** A map of messages in a mask. To clear the map, name it and do not send it. */
export interface MaskMap<Key, Value> extends MaskPath {
  /** The value of a key. */
  key(key: Key): MaskOf<Value>;
  /** The values of all keys. */
  readonly each: MaskOf<Value>;
}

type MaskOfPresent<Value> = [Value] extends [Scalar]
  ? MaskPath
  : [Value] extends [{ readonly $case: string; readonly value: unknown }]
    ? MaskPath & MaskOneof<Value>
    : [Value] extends [readonly (infer Element)[]]
      ? IsMessage<Element> extends true
        ? MaskList<Element>
        : MaskPath
      : [Value] extends [ReadonlyMap<infer Key, infer Held>]
        ? MaskOfMap<Key, Held>
        : string extends keyof Value
          ? MaskOfMap<string, Value[keyof Value]>
          : number extends keyof Value
            ? MaskOfMap<number, Value[keyof Value]>
            : MaskPath & MaskBuilder<Value>;

/** A oneof is a path (whichever member is set), and holds its members by `$case`. */
type MaskOneof<Value extends { readonly $case: string; readonly value: unknown }> = {
  readonly [Member in Value as Member["$case"]]: MaskOf<Member["value"]>;
};

type MaskOfMap<Key, Value> = IsMessage<Value> extends true ? MaskMap<Key, Value> : MaskPath;

type Scalar = string | number | bigint | boolean | Uint8Array;

/** Whether a value's type is that of a message: no scalar, and no plain JSON. */
type IsMessage<Value> = unknown extends Value
  ? false
  : [NonNullable<Value>] extends [Scalar | readonly unknown[]]
    ? false
    : string extends keyof NonNullable<Value>
      ? false
      : true;
