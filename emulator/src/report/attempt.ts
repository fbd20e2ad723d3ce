import type { JsonValue } from "@bufbuild/protobuf";
import type { EmulatorErrorCode } from "../error-codes.js";
import type { StatusCode } from "../errors/status-code.js";

/** One attempt to call a method, which may not exist in the API. */
export interface Attempt {
  /** When it arrived. */
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
  /** The scripted or random fault of the attempt. */
  readonly fault: string | undefined;
  /** Whether the response is that of an earlier call with the same idempotency key. */
  readonly isReplay: boolean;
  /** Whether the response is made of default values, because neither the API nor a handler determines it. */
  readonly isDefault: boolean;
  /** The status code. Undefined while the attempt is active. */
  readonly code: StatusCode | undefined;
  /** The reason why the emulator rejected the call. Undefined if it succeeded, or if a handler threw a `StatusError`. */
  readonly reason: EmulatorErrorCode | undefined;
  /** The message of the error. Empty for OK. */
  readonly error: string;
}
