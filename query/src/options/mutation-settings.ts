/** How a mutation uses the cache. */
export interface MutationSettings {
  /**
   * Whether the mutation updates the cache: it marks reads of the resource and the lists of its parent as outdated, and
   * stores the resource that the method or its operation returns. Default: `true`.
   */
  readonly invalidate?: boolean | undefined;
  /** Whether `modify` shows its change before the server has made it. Default: `true`. */
  readonly optimistic?: boolean | undefined;
  /** Whether the mutation ends when the operation that it starts ends, and fails if that fails. Default: `false`. */
  readonly wait?: boolean | undefined;
}
