import { QueryUsageError } from "./usage-error.js";

/** The parts of a message type that this package reads. The runtime of gRPC clients has the whole. */
export interface MessageTable {
  readonly typeName: string;
  readonly fields: readonly Field[];
  /** Copies a message. */
  create(message: unknown): object;
}

/** A field of a message type: names in the proto file, in TypeScript and in JSON, and the form of its value. */
export interface Field {
  readonly name: string;
  readonly local: string;
  readonly json: string;
  readonly shape: { readonly kind: string; readonly type: ValueType };
  readonly hasPresence: boolean;
  readonly oneof: { readonly local: string } | undefined;
  readonly isSecret: boolean;
}

/** The type of one value: a scalar, an enum with values, a message with a table, or a well-known type with a name. */
export interface ValueType {
  readonly kind: string;
  readonly values?: Readonly<Record<string, number>>;
  readonly table?: MessageTable;
  readonly name?: string;
  /** Whether a 64-bit integer is a string in TypeScript. */
  readonly longAsString?: true;
}

/** The report of a client about a call that it does not send. Clients for gRPC and for REST report the same. */
export interface CallDescription {
  readonly sdk: string;
  readonly cacheScope: string | undefined;
  readonly service: string;
  readonly method: string;
  /** `undefined` if the API does not state which of its calls change nothing. */
  readonly isRead: boolean | undefined;
  /** The types of the messages. Only clients for gRPC have them. */
  readonly rpc?: { readonly request: MessageTable; readonly response: MessageTable };
  readonly request: unknown;
}

/** The option by which clients describe a call. The runtimes of gRPC and REST clients define the same symbol. */
const describeKey: unique symbol = Symbol.for("stratus.describeCall");

type ClientMethod = (...args: readonly unknown[]) => unknown;

/** Finds a method of a client. Its last parameter is its options. */
export function findMethod(client: object, name: string): ClientMethod {
  const method = (client as Readonly<Record<string, ClientMethod | undefined>>)[name];
  if (method) return method;
  throw new QueryUsageError("METHOD_UNKNOWN", `the client has no method ${name}`);
}

/** Calls a method of a client with more options. */
export function callMethod(
  client: object,
  name: string,
  args: readonly unknown[],
  more: object | undefined,
): unknown {
  const method = findMethod(client, name);
  const count = Math.max(method.length - 1, 0);
  const own = Array.from({ length: count }, (_, index) => args[index]);
  return method.call(client, ...own, { ...(args[count] as object), ...more });
}

/**
 * Describes a call without sending it.
 *
 * @throws The error of a call that cannot start, such as an `OptionsError`; QueryUsageError METHOD_NOT_DESCRIBED.
 */
export function describeCall(
  client: object,
  name: string,
  args: readonly unknown[],
  more?: object,
): CallDescription {
  const results: (CallDescription | Error)[] = [];
  const receive = (received: CallDescription | Error): unknown => results.push(received);
  const call = callMethod(client, name, args, { ...more, [describeKey]: receive }) as Promise<unknown>;
  // A list is requested when it is awaited or read. The call of a description never settles.
  const start = "then" in call ? call : (call as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  void start.then(undefined, String);
  const [result] = results;
  if (result instanceof Error) throw result;
  if (result) return result;
  throw new QueryUsageError(
    "METHOD_NOT_DESCRIBED",
    `${name} loads its code with the first call; create its group of operations with the group's class`,
  );
}
