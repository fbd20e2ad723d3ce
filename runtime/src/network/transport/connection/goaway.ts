import { ConnectError } from "../../../calls/error/connect-error.js";
import { errorCodes } from "../../http2/error-codes.js";
import { inAscii, shorten } from "../../../base/text/value-text.js";

/**
 * The number of connections in a row that end by the same error code, without a response, before the error is
 * permanent.
 */
const permanentAfter = 3;

/** Whether a server ended a connection because the client sent too many pings, as gRPC's servers state it (gRFC A8). */
export function isTooManyPings(code: number, debugData: Uint8Array | undefined): boolean {
  return code === errorCodes.enhanceYourCalm && new TextDecoder().decode(debugData) === "too_many_pings";
}

/**
 * Returns the error of a GOAWAY frame with an error code (RFC 9113, section 6.8).
 *
 * @param debugData The "additional debug data" of the frame.
 * @param times The number of connections in a row that ended by this code without a response.
 */
export function goawayError(code: number, debugData: Uint8Array | undefined, times: number): Error {
  const detail =
    debugData && debugData.length > 0
      ? `: ${inAscii(shorten(new TextDecoder().decode(debugData), 100))}`
      : "";
  const text = `the server ended it (GOAWAY with code ${code}${detail})`;
  return times < permanentAfter
    ? new Error(text)
    : new ConnectError("PROTOCOL_MISMATCH", `${text}, and so ${times} in a row without an answer`);
}
