import type { Input, OperationOptions } from "./call-options.js";
import { ApiError } from "./error.js";
import type { Operation } from "./operation.js";
import { prepareRequest } from "./request.js";
import type { Settings } from "./settings.js";

/**
 * The option by which a program asks a call to describe itself instead of being sent: a function that receives the
 * description before the method returns. The call itself then never settles. `@stratus/query` makes the keys of caches
 * with it. It is a registered symbol, the same in all clients.
 */
export const describeKey: unique symbol = Symbol.for("stratus.describeCall");

/** A call that was described instead of sent. */
export interface CallDescription {
  /** The name of the client without `Client`: `PetStore`. */
  readonly sdk: string;
  /** The option `cacheScope` of the client. */
  readonly cacheScope: string | undefined;
  /** The name of the group of operations: `pets`. Empty if the client itself has the operation. */
  readonly service: string;
  /** The name of the operation in its group: `get`. */
  readonly method: string;
  /** Whether the call changes nothing by the definition of its HTTP method (RFC 9110, section 9.2.1). */
  readonly isRead: boolean;
  /** The URL of the API. */
  readonly baseUrl: string;
  readonly operation: Operation<unknown>;
  /** The URL below the base URL, with the query; and the headers of the caller's arguments, if there are some. */
  readonly request: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
}

/** Receives the description of a call. */
type Receive = (description: CallDescription) => void;

/** Returns the function that asks for a description; undefined if the call is to be sent. */
export function findReceiver(options: object = {}): Receive | undefined {
  return (options as { readonly [describeKey]?: Receive })[describeKey];
}

/** Describes a call. Violations of its arguments are found when it is sent. */
export function createDescription(
  settings: Settings,
  operation: Operation<unknown>,
  input: Input,
  options: OperationOptions = {},
): CallDescription {
  const { baseUrl, cacheScope } = settings;
  const prepared = prepareRequest(settings, operation, input, { ...options, headers: undefined });
  const { method: verb, url, callerHeaders: headers } = prepared;
  const [, service = "", method = ""] = /^(?:(.*)\.)?(.*)$/.exec(operation.name) ?? [];
  return {
    sdk: ApiError.prototype.name.replace(/Error$/, ""),
    cacheScope,
    service,
    method,
    isRead: verb === "GET" || verb === "HEAD",
    baseUrl,
    operation,
    request: {
      url: url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url,
      ...(headers && { headers }),
    },
  };
}
