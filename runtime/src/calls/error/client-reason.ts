import type { ClientReason } from "../../base/text/error-codes.js";
import { statusCodes, type StatusCode } from "./status-code.js";

/**
 * The side that ended a call. `server`: the server sent a status. `connection`: the connection or the client ended
 * it, so the server may have processed it. `refused`: the server stated that it did not process it. `unreached`:
 * there was no connection. `unsent`: it cannot be sent at all.
 */
export type FailureOrigin = "server" | "connection" | "refused" | "unreached" | "unsent";

/** Reasons of failures of a connection, by their code. All others mean that the response broke the protocol. */
const byCode: { readonly [Code in StatusCode]?: ClientReason } = {
  CANCELLED: "SESSION_CLOSED",
  DEADLINE_EXCEEDED: "DEADLINE_EXCEEDED",
  RESOURCE_EXHAUSTED: "MESSAGE_TOO_LARGE",
  UNAVAILABLE: "CONNECTION_LOST",
};

/** Returns the reason of a failure that states none; undefined if the server decided. */
export function defaultReason(code: number, origin: FailureOrigin): ClientReason | undefined {
  if (origin === "server") return undefined;
  if (origin === "refused") return "NOT_PROCESSED";
  const reason = byCode[statusCodes[code] ?? "UNKNOWN"];
  if (origin === "unreached" && reason === "CONNECTION_LOST") return "CONNECT_FAILED";
  return reason ?? (origin === "unsent" ? "REQUEST_INVALID" : "RESPONSE_INVALID");
}
