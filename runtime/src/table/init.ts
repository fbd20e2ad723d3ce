/**
 * What a caller may pass where a request is sent: every field may be left out,
 * at any depth; a field that the message does not have is a compile error.
 * Missing fields are filled with their defaults on a copy; what the caller
 * passed is never changed.
 */
export type Init<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly (infer Element)[]
      ? readonly Init<Element>[]
      : T extends ReadonlyMap<infer Key, infer Value>
        ? ReadonlyMap<Key, Init<Value>>
        : T extends { readonly $case: infer Case; readonly value: infer Value }
          ? { readonly $case: Case; readonly value: Init<Value> }
          : { readonly [Key in keyof T]?: Init<T[Key]> | undefined };

/** What is passed on as it is. */
type Leaf = string | number | bigint | boolean | null | undefined | Uint8Array;
