/**
 * The part of the platform's `fetch` that calls use. The types are declared here for programs that have neither the
 * types of browsers nor those of Node.
 */
export type FetchFunction = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** The second argument of `fetch`. */
export interface FetchRequest {
  method: "GET" | "POST";
  headers: [name: string, value: string][];
  body?: ArrayBuffer;
  signal: AbortSignal;
  /** Redirects are not followed, since they would send the token to another server. */
  redirect: "manual";
}

/** The result of `fetch`. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  /** The body, which is read in chunks. */
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(reason?: unknown): Promise<void>;
    };
  } | null;
}

/** The headers of a response. */
export type FetchHeaders = FetchAnswer["headers"];

/** Reads the body of a response. */
export type BodyReader = ReturnType<NonNullable<FetchAnswer["body"]>["getReader"]>;
