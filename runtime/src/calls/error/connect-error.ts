import type { ClientReason } from "../../base/text/error-codes.js";

const beginnings = {
  TLS_FAILED: "no TLS connection",
  PROXY_REJECTED: "no tunnel",
  PROTOCOL_MISMATCH: "no HTTP/2 connection",
} as const satisfies { readonly [Reason in ClientReason]?: string };

/** A reason for which the next attempt to connect would fail too. */
export type PermanentReason = keyof typeof beginnings;

/** Whether the next attempt to connect would fail for the same reason. */
export function isPermanent(reason: ClientReason | undefined): reason is PermanentReason {
  return reason !== undefined && reason in beginnings;
}

/** A connection that could not be made or kept, for a reason that the next attempt would meet again. */
export class ConnectError extends Error {
  readonly clientReason: PermanentReason;
  /** The message without the step that failed. */
  readonly problem: string;

  /** @param problem The problem and its fix; the message begins with the step that failed. */
  constructor(clientReason: PermanentReason, problem: string, options?: ErrorOptions) {
    super(`${beginnings[clientReason]}: ${problem}`, options);
    this.clientReason = clientReason;
    this.problem = problem;
  }
}

/** Returns the reason of an error that states one: of a {@link ConnectError}. */
export function permanentReason(error: unknown): PermanentReason | undefined {
  return error instanceof ConnectError ? error.clientReason : undefined;
}

/** Returns the error for a server that speaks TLS but not HTTP/2. */
export function alpnError(options?: ErrorOptions): ConnectError {
  const problem =
    "the server speaks TLS but does not offer HTTP/2 (ALPN); the address may be that of a web server or of a proxy";
  return new ConnectError("PROTOCOL_MISMATCH", problem, options);
}
