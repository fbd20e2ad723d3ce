import type { Method } from "./service.js";
import type { MessageType } from "../../messages/wire/message-type.js";

/** Headers that an API calls differently. */
export interface HeaderNames {
  /** Carries the idempotency key of a call. */
  readonly idempotencyKey?: string | undefined;
  /** Carries the reset mask of an Update. */
  readonly resetMask?: string | undefined;
}

/** The facts of an API that generated code gives to a session. */
export interface SessionWiring {
  /** The SDK's package, for the user agent. */
  readonly sdk: { readonly name: string; readonly version: string };
  /** Name of the session's class, for messages and environment variables: `Cloud`. */
  readonly session: string;
  /** `grpc` for an API of plain gRPC, whose sessions need no credentials. Default: the API follows the convention or AIP. */
  readonly kind?: "grpc" | undefined;
  /** The API domain unless the options say another. */
  readonly apiDomain: string | undefined;
  /**
   * Idle time of a connection with active calls before a keepalive ping, in milliseconds; `false` for no pings. The
   * session's option takes precedence.
   */
  readonly keepaliveMs?: number | false | undefined;
  /** Services have their own hosts, or their clients are given one: a session needs no API domain. Default false. */
  readonly hasOwnHosts?: boolean | undefined;
  /** Scopes that the API asks of tokens, of an API with default credentials. */
  readonly scopes?: readonly string[] | undefined;
  /** Names of headers; those left out are `X-Idempotency-Key` and `X-ResetMask`. */
  readonly headers?: HeaderNames | undefined;
  /** Message types of service errors among the details of a status. */
  readonly serviceErrors: readonly MessageType<unknown>[];
  /** Loads the code of Updates: `loadUpdates`. Left out where the API has none, whose bundles do not contain it. */
  readonly updates?: (() => Promise<object>) | undefined;
  /** Loads the rpc that exchanges a signed JWT for a token; left out where the API has none. */
  readonly tokenExchange?: (() => Promise<Method>) | undefined;
}
