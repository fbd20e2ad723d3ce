import type { JsonValue } from "./json-value.js";

/**
 * The value that a caller may pass for a request: every field may be left out,
 * at any depth; a field that the message does not have is a compile error.
 * Missing fields are filled with their defaults on a copy; what the caller
 * passed is never changed.
 */
export type MessageInit<T> = { readonly [Key in keyof T]?: InitValue<T[Key]> | undefined };

/** Never a property of anything: ties the type of what a call takes to that of its request, for the compiler. */
declare const request: unique symbol;

/** The name of that property. */
export type RequestKey = typeof request;

/**
 * A request as a call takes it, if that differs from {@link MessageInit}: the base of generated interfaces such as
 * `CreateDiskInput`. They say which fields must be given, and leave out those that only the server writes.
 */
export interface InputOf<Request> {
  /** Never set. */
  readonly [request]?: Request;
}

/** A request in either form. */
export type GivenRequest<Request> = InputOf<Request> | MessageInit<Request>;

/**
 * The value of one field. A 64-bit field takes safe integers too. Apart from {@link MessageInit}, so that a request type is
 * not looked into before a field of it is: that took the compiler most of its
 * time on the clients of a large API.
 */
type InitValue<T> = JsonValue extends T
  ? T
  : T extends Leaf
    ? T | (T extends bigint ? number : never)
    : T extends readonly (infer Element)[]
      ? readonly InitValue<Element>[]
      : T extends ReadonlyMap<infer Key, infer Value>
        ? ReadonlyMap<InitValue<Key>, InitValue<Value>>
        : T extends { readonly $case: infer Case; readonly value: infer Value }
          ? { readonly $case: Case; readonly value: InitValue<Value> }
          : MessageInit<T>;

/** Types of values that are passed on as they are. */
type Leaf = string | number | bigint | boolean | null | undefined | Uint8Array;

/** The parts of a resource that a response always carries. */
type Part = "metadata" | "spec";

/**
 * A resource as a response carries it: `metadata` and `spec` are there, if
 * empty, so that `vm.metadata.id` needs no question mark.
 */
export type Resource<T> = T & { [Key in Part & keyof T]-?: Exclude<T[Key], undefined> };

/** A page of resources: every list of resources in it holds complete ones. */
export type ResourcePage<T> = {
  [Key in keyof T]: T[Key] extends (infer Item)[]
    ? [Part] extends [keyof Item]
      ? Resource<Item>[]
      : T[Key]
    : T[Key];
};

/**
 * The request of an Update that sends no explicit mask. Update replaces the
 * whole resource, so the type asks for the whole of it.
 */
export type FullUpdate<T> = Resource<T>;

/**
 * A part of a resource as an Update takes it without a mask: not at all. No
 * value has the property that is called what it needs; compilers print it
 * where a call fits no form of an Update.
 */
export type UpdateNeeds<T, What extends string> = MessageInit<T> & { readonly [Key in What]: never };
