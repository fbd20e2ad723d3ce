/** The parts of a resource that a response always carries. */
type Part = "metadata" | "spec";

/**
 * A resource as a response carries it: `metadata` and `spec` are there, if
 * empty, so that `vm.metadata.id` needs no question mark.
 */
export type Resource<T> = {
  [Key in keyof T]: Key extends Part ? Exclude<T[Key], undefined> : T[Key];
};

/** A page of resources: every list of resources in it holds complete ones. */
export type ResourcePage<T> = {
  [Key in keyof T]: T[Key] extends (infer Item)[]
    ? Item extends { metadata: unknown; spec: unknown }
      ? Resource<Item>[]
      : T[Key]
    : T[Key];
};

/**
 * The request of an Update that sends no explicit mask. Update replaces the
 * whole resource, so the type asks for the whole of it.
 */
export type Whole<T> = Resource<T>;
