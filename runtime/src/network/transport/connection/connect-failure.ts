import { localFailure, StatusError } from "../../../calls/error/status-error.js";
import { alpnRefusal, isTunnelRefusal, protocolRefusal } from "../../../calls/error/connect-refusal.js";
import { tlsRefusal } from "./tls-refusal.js";
import { nodeErrorCode, errorText } from "../../../base/text/value-text.js";
import type { DialGoal } from "./dial-goal.js";

/** The failure of the calls that waited for a connection which could not be made. */
export function connectFailure(error: unknown, goal: DialGoal): StatusError {
  if (error instanceof StatusError) return error;
  return localFailure("UNAVAILABLE", `No connection established: ${failureText(error, goal)}`, "unreached");
}

/** The failure of a connection that was not ready in time. */
export function connectTimeout({ endpoint }: DialGoal, connectMs: number): StatusError {
  const text = `no connection to ${endpoint.target} within ${connectMs} ms (connectTimeoutMs of the session)`;
  return localFailure("UNAVAILABLE", text, "unreached");
}

/** The failure of HTTP/2 before it began. */
export class HandshakeError extends Error {}

function failureText(error: unknown, { tls, settings }: DialGoal): string {
  const text = errorText(error);
  if (!(error instanceof HandshakeError)) {
    if (isTunnelRefusal(text)) return text;
    return refusalText(text) ?? `${text}${adviceOn(nodeErrorCode(error))}`;
  }
  const refusal = tls && error.cause !== undefined ? refusalText(errorText(error.cause)) : undefined;
  return refusal ?? handshakeText(error, tls && { hasCertificate: settings.tls.cert !== undefined });
}

/** The advice when nobody was reached, by the code of Node's error. */
function adviceOn(code: string | undefined): string {
  if (code === "ECONNREFUSED")
    return "; nothing listens there: is the server started, and is the port right?";
  if (code === "ENOTFOUND") return "; there is no host of that name: check `endpoint` and `apiDomain`";
  return "";
}

function refusalText(text: string): string | undefined {
  const refusal = tlsRefusal(text);
  return refusal?.includes("no application protocol") ? alpnRefusal : refusal;
}

function handshakeText(error: HandshakeError, tls: { readonly hasCertificate: boolean } | undefined): string {
  // A server that leaves may only be starting; one that says something else will say it again.
  const isOther = nodeErrorCode(error.cause) === "ERR_HTTP2_ERROR";
  const ways = ["the address may be that of a web server"];
  if (!tls) ways.push("or of a server that expects TLS: a session without `insecure` speaks it");
  else if (!isOther && !tls.hasCertificate) {
    ways.push(
      "or the server asks for the client's certificate: the options `tls.cert` and `tls.key` take it",
    );
  }
  return isOther
    ? protocolRefusal(`the server does not answer in HTTP/2; ${ways.join(", ")}`)
    : `${error.message}; ${ways.join(", ")}`;
}
