/**
 * The cache: a `QueryClient` of any version. Its class has private members, so that the types of one version do not fit the
 * adapters of another.
 */
export interface Cache {
  getQueryData(queryKey: readonly unknown[]): unknown;
  setQueryData(queryKey: readonly unknown[], data: unknown): unknown;
  cancelQueries(filters: { readonly queryKey: readonly unknown[]; readonly exact: boolean }): Promise<void>;
  invalidateQueries(filters: {
    readonly queryKey?: readonly unknown[];
    readonly exact?: boolean;
    readonly predicate?: (query: { readonly queryKey: readonly unknown[] }) => boolean;
  }): Promise<void>;
}

/** Options that queries and mutations have in common. */
export interface CallOptions<Failure> {
  /** `false`, because the client itself retries. */
  readonly retry: false;
  /** Never set. It tells the compiler the type of the error. */
  readonly throwOnError?: boolean | ((error: Failure) => boolean);
}
