import type { ClientReason } from "../../base/text/error-codes.js";
import { statusCodes, type StatusCode } from "../../calls/error/status-code.js";
import { inAscii, shorten } from "../../base/text/value-text.js";

/** A gRPC status: the number of its code, and its message. */
export interface Status {
  readonly code: number;
  readonly text: string;
  /** The reason if the client decided; undefined if the server sent the status. */
  readonly clientReason?: ClientReason | undefined;
}

/** Returns the number of a code. */
export function statusNumber(code: StatusCode): number {
  return statusCodes.indexOf(code);
}

const ok: Status = { code: 0, text: "" };

/**
 * Parses the status of headers, trailers or a body; undefined if they contain none.
 *
 * @param value The value of `grpc-status`.
 * @param message The value of `grpc-message`.
 */
export function parseStatus(value: unknown, message: unknown): Status | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === "0") return ok;
  const text = decodeMessage(String(message ?? ""));
  const code = Number(value);
  if (/^\d{1,9}$/.test(String(value))) return { code, text };
  const said = text === "" ? "" : `: ${text}`;
  return {
    code: statusNumber("UNKNOWN"),
    text: `the server sent a grpc-status that is not a number, "${inAscii(shorten(String(value), 40))}"${said}`,
  };
}

/** Decodes a percent-encoded text (gRPC over HTTP/2, "Status-Message"). Invalid sequences are left unchanged. */
export function decodeMessage(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return new TextDecoder().decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
  }
}

/**
 * The status of a response without one. Some servers and proxies end a response that was cut off like a complete one.
 */
export const noStatus: Status = {
  code: statusNumber("INTERNAL"),
  text: "the answer ended without a status, as if the connection was lost on the way",
  clientReason: "STREAM_RESET",
};

/** The codes of HTTP statuses (gRPC, doc/http-grpc-status-mapping.md; Connect has the same). All others are UNKNOWN. */
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

/**
 * Returns the status of a response in another protocol than the call's, such as that of a web server, a gateway or a
 * proxy.
 */
export function httpErrorStatus(status: number, type: string, protocol: string): Status {
  const kind = type === "" ? "no content-type" : inAscii(shorten(type, 60));
  const code = statusNumber(httpCodes[status] ?? "UNKNOWN");
  const advice = status < 400 ? "; the address may be that of a web server, a login page or a proxy" : "";
  return {
    code,
    text: `Received HTTP status code ${status} (${kind}) instead of a ${protocol} answer${advice}`,
    clientReason: isGatewayError(status) ? "GATEWAY_FAILED" : "HTTP_STATUS",
  };
}

/** Whether a gateway got no response from the server. Cloudflare's 520 to 529 mean this too. */
function isGatewayError(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 529);
}
