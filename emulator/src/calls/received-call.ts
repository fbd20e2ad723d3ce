import type { JsonValue } from "@bufbuild/protobuf";
import type { EmulatorErrorCode } from "../error-codes.js";
import type { StatusCode } from "../errors/status-code.js";

/** A call that arrived. Each attempt of a client is one. Its method may not exist in the API. */
export interface ReceivedCall {
  /** Its number in the order of arrival, from 1. */
  readonly number: number;
  /** When it arrived, by the emulator's clock. */
  readonly time: Date;
  /** `package.Service/Method`, or for an HTTP request its method and path, such as `POST /oauth2/token/exchange`. */
  readonly method: string;
  /** The authority that the client called: host and port. */
  readonly authority: string;
  /** Headers by lowercase name. Tokens are replaced by digests, which are equal for equal tokens. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** The deadline of the call, if the client sets one. */
  readonly deadline: Date | undefined;
  /** The request, the first message of a stream, or the HTML form, as JSON without secrets. Undefined if it cannot be decoded. */
  readonly message: JsonValue | undefined;
  /** The account of the caller. */
  readonly account: string | undefined;
  /** The identifier or name of the resource that the call created or that its request names. Empty if there is none. */
  readonly resource: string;
  /** The reset mask or field mask of the request. Undefined if it has none. */
  readonly mask: string | undefined;
  /** The scripted or random fault of the call. */
  readonly fault: string | undefined;
  /** Whether the response is that of an earlier call with the same idempotency key. */
  readonly isReplay: boolean;
  /** Whether the response is made of default values, because neither the API nor a handler determines it. */
  readonly isDefault: boolean;
  /** The status code. Undefined while the call is active. */
  readonly code: StatusCode | undefined;
  /** The reason why the emulator rejected the call. Undefined if it succeeded, or if a handler threw a `StatusError`. */
  readonly reason: EmulatorErrorCode | undefined;
  /** The message of the error. Empty for OK. */
  readonly error: string;
  /** How long the call took in milliseconds, by the system clock. Undefined while the call is active. */
  readonly durationMs: number | undefined;
}
