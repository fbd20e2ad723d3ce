/** A call that was started, of a client for gRPC or REST. */
interface AnyCall<Data> extends Promise<Data> {
  withResponse(): Promise<unknown>;
}

/** A list that a gRPC client reads by pages. */
export interface AnyPages {
  pages(): AsyncIterable<unknown>;
}

/** The handle of a long-running operation. */
export interface AnyOperation {
  readonly id: string;
  readonly resourceId: string;
  readonly isDone: boolean;
  readonly latest: unknown;
  wait(options: { readonly onProgress?: () => void }): Promise<unknown>;
  /** Reads the resource of an operation. */
  resource?(): Promise<unknown>;
  /** Reads the response of an operation of AIP-151. */
  result?(): Promise<unknown>;
}

/** The parameters of a method, its options included. */
export type ParametersOf<Client, Name extends keyof Client> = Client[Name] extends (
  ...args: infer All
) => unknown
  ? All
  : never;

/** The result of a method. */
export type ResultOf<Client, Name extends keyof Client> = Client[Name] extends (
  ...args: never[]
) => infer Result
  ? Result
  : never;

/** The data that a method resolves to. */
export type DataOf<Client, Name extends keyof Client> = Awaited<ResultOf<Client, Name>>;

/** Whether the first parameter is a stream of requests. */
type IsStreaming<All> = All extends readonly [infer First, ...unknown[]]
  ? [First] extends [string | readonly unknown[]]
    ? false
    : [First] extends [AsyncIterable<unknown> | Iterable<unknown>]
      ? true
      : false
  : false;

/** The kind of a method, as far as its types show it. */
type KindOf<Client, Name extends keyof Client & string> = Name extends `previewModify${string}`
  ? never
  : ResultOf<Client, Name> extends AnyCall<infer Data>
    ? IsStreaming<ParametersOf<Client, Name>> extends true
      ? never
      : [Data] extends [AnyOperation]
        ? "operation"
        : ResultOf<Client, Name> extends AnyPages
          ? "list"
          : "call"
    : [ResultOf<Client, Name>, Name] extends [AsyncIterable<unknown>, "pages" | `${string}Pages`]
      ? "pages"
      : never;

/** The names of the methods of a kind. */
type MethodName<Client, Kind> = {
  [Name in keyof Client & string]: [KindOf<Client, Name>] extends [never]
    ? never
    : KindOf<Client, Name> extends Kind
      ? Name
      : never;
}[keyof Client & string];

/** The names of methods that a query can call: unary methods that do not start an operation. */
export type ReadName<Client> = MethodName<Client, "call" | "list">;

/** The names of lists that a query can read page by page: `list` of gRPC, `pages` and `list...Pages` of REST. */
export type PagesName<Client> = MethodName<Client, "list" | "pages">;

/** The names of methods that a mutation can call: unary methods, except lists. */
export type MutationName<Client> = Exclude<MethodName<Client, "call" | "operation">, "operation">;

/** The page that a list reads. */
export type PageOf<Client, Name extends keyof Client> =
  ResultOf<Client, Name> extends AnyCall<infer Page>
    ? Page
    : ResultOf<Client, Name> extends AsyncIterable<infer Page>
      ? Page
      : never;

/** The parameters of each overload of a method. */
type Overloads<Method> = Method extends {
  (...args: infer First): unknown;
  (...args: infer Second): unknown;
  (...args: infer Third): unknown;
}
  ? First | Second | Third
  : never;

/** The parameters before the options, and the options, by whether the options may be left out. */
type Split<All> = All extends readonly unknown[]
  ? Required<All> extends readonly [...infer Own, infer Options]
    ? Own extends All
      ? { readonly needs: "nothing"; readonly own: Own; readonly options: Options }
      : Own extends readonly [unknown, ...unknown[]]
        ? { readonly needs: "options"; readonly own: Own; readonly options: Options }
        : never
    : never
  : never;

/** The forms of a method's calls. An Update with a reset mask needs options. */
type Form<Client, Name extends keyof Client, Needs> = Extract<
  Split<Overloads<Client[Name]>>,
  { readonly needs: Needs }
>;

/** The options that calls of a method may have, or need. */
export type CallOptionsOf<Client, Name extends keyof Client, Needs> = Form<Client, Name, Needs>["options"];

/** The variables of a mutation: the parameter of the method, or all of them if it has several. */
export type VariablesOf<Client, Name extends keyof Client, Needs> = OneOrAll<
  Form<Client, Name, Needs>["own"]
>;

type OneOrAll<Own> = Own extends readonly [] ? void : Own extends readonly [infer Only] ? Only : Own;

/** The error of a failed call. */
interface CallFailure extends Error {
  /** The status of a gRPC call, or the code of a REST client: `NOT_FOUND`. */
  readonly code: string;
  /** The reason, if the client itself ended the call. */
  readonly clientReason: string | undefined;
  /** Number of attempts; 0 if nothing was sent. */
  readonly attempts: number;
}

/** The error of a failed gRPC call: a `CallError`, or the class of the SDK that extends it. */
export interface RpcFailure extends CallFailure {
  /** Identifier of the request, if the server sends one. */
  readonly requestId: string | undefined;
  /** Details of the API's own type. */
  readonly serviceErrors: readonly unknown[];
  /** Invalid fields of the request. */
  readonly violations: readonly { readonly path: string; readonly rule: string; readonly text: string }[];
}

/** The error of a failed REST call. */
export interface HttpFailure extends CallFailure {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** The parsed body of the response, or its text. */
  readonly body: unknown;
}

/** The error of a method. */
export type FailureOf<Client, Name extends keyof Client> =
  ResultOf<Client, Name> extends {
    withResponse(): Promise<{ readonly trailer: unknown }>;
  }
    ? RpcFailure
    : HttpFailure;
