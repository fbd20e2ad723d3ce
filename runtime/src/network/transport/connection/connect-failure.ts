import { localFailure, StatusError } from "../../../calls/error/status-error.js";
import { ConnectError, permanentReason } from "../../../calls/error/connect-error.js";
import { tlsError, tlsReason } from "./tls-error.js";
import { nodeErrorCode, errorText } from "../../../base/text/value-text.js";
import { ProtocolError } from "../../http2/protocol-error.js";
import type { ConnectTarget } from "./connect-target.js";

/** Converts the error of a connection to the failure of the calls that wait for it. */
export function connectFailure(error: unknown, target: ConnectTarget): StatusError {
  if (error instanceof StatusError) return error;
  const reason = explain(error, target);
  const text = `No connection established: ${errorText(reason)}`;
  const failure = localFailure("UNAVAILABLE", text, "unreached", permanentReason(reason));
  failure.cause = reason instanceof ConnectError ? withoutCertificates(error) : error;
  return failure;
}

/** Returns an error with the code of an error of TLS, which brings whole certificates along. */
function withoutCertificates(error: unknown): Error {
  const cause = error instanceof HandshakeError ? error.cause : error;
  return Object.assign(new Error(tlsReason(cause)), { code: nodeErrorCode(cause) });
}

/** Returns the failure of a connection that was not ready within `connectMs`. */
export function connectTimeout({ endpoint }: ConnectTarget, connectMs: number): StatusError {
  const text = `no connection to ${endpoint.target} within ${connectMs} ms (connectTimeoutMs of the session)`;
  return localFailure("UNAVAILABLE", text, "unreached");
}

/** HTTP/2 failed before the SETTINGS of the server arrived. */
export class HandshakeError extends Error {}

/** Returns the error with its fix, if one is known. */
function explain(error: unknown, { tls, settings }: ConnectTarget): unknown {
  if (error instanceof ConnectError) return error;
  if (!(error instanceof HandshakeError)) return tlsError(error) ?? withAdvice(error);
  // A server may reject the client's certificate after the handshake of TLS (RFC 8446, section 4.4.2.4).
  const refusal = tls && tlsError(error.cause);
  return refusal ?? explainHandshake(error, tls && { hasCertificate: settings.tls.cert !== undefined });
}

/** Adds advice to an error without a connection, by Node's error code. */
function withAdvice(error: unknown): unknown {
  const advice = advices[nodeErrorCode(error)];
  return advice === undefined ? error : new Error(`${errorText(error)}; ${advice}`, { cause: error });
}

const advices: { readonly [code: string]: string } = {
  ECONNREFUSED: "nothing listens there: is the server started, and is the port right?",
  ENOENT: "there is no socket at that path: is the server started, and is the path right?",
  ENOTFOUND: "there is no host of that name: check `endpoint` and `apiDomain`",
};

function explainHandshake(
  error: HandshakeError,
  tls: { readonly hasCertificate: boolean } | undefined,
): Error {
  // A server that closes the connection may be starting. One that speaks another protocol will do so again.
  const isOther = error.cause instanceof ProtocolError;
  const causes = ["the address may be that of a web server"];
  if (!tls) causes.push("or of a server that expects TLS: a session without `insecure` speaks it");
  else if (!isOther && !tls.hasCertificate) {
    causes.push(
      "or the server asks for the client's certificate: the options `tls.cert` and `tls.key` take it",
    );
  }
  return isOther
    ? new ConnectError("PROTOCOL_MISMATCH", `the server does not answer in HTTP/2; ${causes.join(", ")}`)
    : new Error(`${error.message}; ${causes.join(", ")}`);
}
