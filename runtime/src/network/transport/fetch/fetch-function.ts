/**
 * The platform's `fetch`, as far as calls use it. Its types are said here, since programs without those of browsers or
 * of Node read this declaration too.
 */
export type FetchFunction = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** A request as it is given to `fetch`. */
export interface FetchRequest {
  method: "GET" | "POST";
  headers: [name: string, value: string][];
  body?: ArrayBuffer;
  signal: AbortSignal;
  /** A redirect would carry the token to wherever it points. */
  redirect: "manual";
}

/** The answer of `fetch`. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  /** Read piece by piece. */
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(reason?: unknown): Promise<void>;
    };
  } | null;
}

/** The headers of an answer. */
export type FetchHeaders = FetchAnswer["headers"];

/** Reads the body of an answer. */
export type BodyReader = ReturnType<NonNullable<FetchAnswer["body"]>["getReader"]>;
