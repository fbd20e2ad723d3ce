import { localFailure, StatusError } from "../../../calls/error/status-error.js";
import { alpnRefusal, isTunnelRefusal, protocolRefusal } from "../../../calls/error/connect-refusal.js";
import { tlsRefusal } from "./tls-refusal.js";
import { nodeErrorCode, errorText } from "../../../base/text/value-text.js";
import type { ConnectTarget } from "./connect-target.js";

/** Converts the error of a connection to the failure of the calls that wait for it. */
export function connectFailure(error: unknown, target: ConnectTarget): StatusError {
  if (error instanceof StatusError) return error;
  return localFailure("UNAVAILABLE", `No connection established: ${failureText(error, target)}`, "unreached");
}

/** Returns the failure of a connection that was not ready within `connectMs`. */
export function connectTimeout({ endpoint }: ConnectTarget, connectMs: number): StatusError {
  const text = `no connection to ${endpoint.target} within ${connectMs} ms (connectTimeoutMs of the session)`;
  return localFailure("UNAVAILABLE", text, "unreached");
}

/** HTTP/2 failed before the SETTINGS of the server arrived. */
export class HandshakeError extends Error {}

function failureText(error: unknown, { tls, settings }: ConnectTarget): string {
  const text = errorText(error);
  if (!(error instanceof HandshakeError)) {
    if (isTunnelRefusal(text)) return text;
    return refusalText(text) ?? `${text}${adviceOn(nodeErrorCode(error))}`;
  }
  const refusal = tls && error.cause !== undefined ? refusalText(errorText(error.cause)) : undefined;
  return refusal ?? handshakeText(error, tls && { hasCertificate: settings.tls.cert !== undefined });
}

/** Returns advice for an error without a connection, by Node's error code. */
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
  // A server that closes the connection may be starting. One that speaks another protocol will do so again.
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
