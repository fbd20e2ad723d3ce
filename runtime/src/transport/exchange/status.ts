import { constants, type IncomingHttpHeaders } from "node:http2";
import { statusCodes, type StatusCode } from "../../error/status-code.js";
import { errorName } from "../connection/error-codes.js";
import { inAscii, shorten } from "../../text/value-text.js";

/** A status: its number, and what it says. */
export interface Status {
  readonly code: number;
  readonly text: string;
}

/** The number of a code. */
export function statusNumber(code: StatusCode): number {
  return statusCodes.indexOf(code);
}

const ok: Status = { code: 0, text: "" };

/** The status that headers or trailers carry; undefined if they carry none. */
export function grpcStatus(headers: IncomingHttpHeaders): Status | undefined {
  const value = headers["grpc-status"];
  if (value === undefined) return undefined;
  if (value === "0") return ok;
  const text = decodeMessage(String(headers["grpc-message"] ?? ""));
  const code = Number(value);
  if (/^\d{1,9}$/.test(String(value))) return { code, text };
  const said = text === "" ? "" : `: ${text}`;
  return {
    code: statusNumber("UNKNOWN"),
    text: `the server sent a grpc-status that is not a number, "${inAscii(shorten(String(value), 40))}"${said}`,
  };
}

/** A percent-encoded text (gRPC over HTTP/2, "Status-Message"); what is not encoded well stays as it is. */
export function decodeMessage(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const bytes = Buffer.from(
      text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    );
    return bytes.toString("utf8");
  }
}

/** Codes of HTTP statuses (gRPC, doc/http-grpc-status-mapping.md); all others are UNKNOWN. */
const httpCodes: { readonly [status: number]: StatusCode } = {
  400: "INTERNAL",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "UNIMPLEMENTED",
  429: "UNAVAILABLE",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "UNAVAILABLE",
};

/** The meaning of an answer that is not gRPC: another server's, a gateway's, a proxy's. */
export function httpStatus(headers: IncomingHttpHeaders): Status | undefined {
  const status = Number(headers[":status"]);
  const type = String(headers["content-type"] ?? "");
  const isGrpc = /^application\/grpc(?:$|[+;])/.test(type);
  if (status === 200 && isGrpc) return undefined;
  const kind = type === "" ? "no content-type" : inAscii(shorten(type, 60));
  const code = statusNumber(httpCodes[status] ?? "UNKNOWN");
  const way = status < 400 ? "; the address may be that of a web server, a login page or a proxy" : "";
  return { code, text: `Received HTTP status code ${status} (${kind}) instead of a gRPC answer${way}` };
}

/** Codes of resets (gRPC over HTTP/2, "Errors"); all others are INTERNAL. */
const resetCodes: { readonly [code: number]: StatusCode } = {
  [constants.NGHTTP2_REFUSED_STREAM]: "UNAVAILABLE",
  [constants.NGHTTP2_CANCEL]: "CANCELLED",
  [constants.NGHTTP2_ENHANCE_YOUR_CALM]: "RESOURCE_EXHAUSTED",
  [constants.NGHTTP2_INADEQUATE_SECURITY]: "PERMISSION_DENIED",
};

/** The meaning of a reset of the stream. */
export function resetStatus(code: number): Status {
  // HTTP/2 resets a stream by itself when its answer breaks the rules, and does not say so.
  const who =
    code === constants.NGHTTP2_PROTOCOL_ERROR
      ? ", by the server or because its answer broke the protocol"
      : "";
  return {
    code: statusNumber(resetCodes[code] ?? "INTERNAL"),
    text: `the call was reset: RST_STREAM with code ${code} (${errorName(code)})${who}`,
  };
}
