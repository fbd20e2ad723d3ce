import { StatusFailure } from "../../error/status-failure.js";
import { alpnRefusal, isTunnelRefusal, protocolRefusal } from "../../error/lasting-refusal.js";
import { tlsRefusal } from "../../error/tls-refusal.js";
import { Metadata } from "../../rpc/metadata.js";
import { codeOf, messageOf } from "../../text/value-text.js";
import type { DialGoal } from "./dial-goal.js";

const unavailable = 14;

/** The failure of the calls that waited for a connection which could not be made. */
export function connectFailure(error: unknown, goal: DialGoal): StatusFailure {
  if (error instanceof StatusFailure) return error;
  const text = `No connection established: ${reasonOf(error, goal)}`;
  return new StatusFailure(unavailable, text, Metadata.empty, Metadata.empty, "unreached");
}

/** The failure of a connection that did not stand in time. */
export function connectTimeout({ endpoint }: DialGoal, connectMs: number): StatusFailure {
  const text = `no connection to ${endpoint.target} within ${connectMs} ms (timeouts.connectMs)`;
  return new StatusFailure(unavailable, text, Metadata.empty, Metadata.empty, "unreached");
}

/** What HTTP/2 failed with before it began. */
export class HandshakeError extends Error {}

function reasonOf(error: unknown, { tls, settings }: DialGoal): string {
  const text = messageOf(error);
  if (!(error instanceof HandshakeError)) {
    if (isTunnelRefusal(text)) return text;
    return refusalOf(text) ?? `${text}${adviceOn(codeOf(error))}`;
  }
  const refusal = tls && error.cause !== undefined ? refusalOf(messageOf(error.cause)) : undefined;
  return refusal ?? handshakeText(error, tls && { hasCertificate: settings.tls.cert !== undefined });
}

/** What to look at when nobody was reached, by the code of Node's error. */
function adviceOn(code: string | undefined): string {
  if (code === "ECONNREFUSED")
    return "; nothing listens there: is the server started, and is the port right?";
  if (code === "ENOTFOUND") return "; there is no host of that name: check `endpoint` and `apiDomain`";
  return "";
}

function refusalOf(text: string): string | undefined {
  const refusal = tlsRefusal(text);
  return refusal?.includes("no application protocol") ? alpnRefusal : refusal;
}

function handshakeText(error: HandshakeError, tls: { readonly hasCertificate: boolean } | undefined): string {
  // A server that leaves may only be starting; one that says something else will say it again.
  const isOther = codeOf(error.cause) === "ERR_HTTP2_ERROR";
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
