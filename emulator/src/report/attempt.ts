import type { JsonValue } from "@bufbuild/protobuf";
import type { EmulatorErrorCode } from "../error-codes.js";
import type { StatusCode } from "../errors/status-code.js";

/** One attempt of a client to call a method, which the API need not have, as the emulator saw it. */
export interface Attempt {
  /** When it arrived. */
  readonly time: Date;
  /** `package.Service/Method`; of a request by HTTP its method and path, such as `POST /oauth2/token/exchange`. */
  readonly method: string;
  /** The authority that the client called: host and port. */
  readonly authority: string;
  /** Headers by name in lower case. Tokens are shown as a digest, equal for equal tokens. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** When the client gives up; undefined when it does not say. */
  readonly deadline: Date | undefined;
  /** The request or its form as JSON, without secrets; the first one of a stream. Undefined when it cannot be read. */
  readonly message: JsonValue | undefined;
  /** The account that called. */
  readonly account: string | undefined;
  /** The scripted fault that met the attempt. */
  readonly fault: string | undefined;
  /** An earlier call with the same idempotency key was answered again. */
  readonly isReplay: boolean;
  /** How it ended; undefined while it runs. */
  readonly code: StatusCode | undefined;
  /** Why the emulator itself refused the call; undefined if it succeeded, or if a handler decided. */
  readonly reason: EmulatorErrorCode | undefined;
  /** Message of the error; empty for OK. */
  readonly error: string;
}
