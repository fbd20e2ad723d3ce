import { protocolRefusal } from "../../../calls/error/connect-refusal.js";
import { inAscii, shorten } from "../../../base/text/value-text.js";

/**
 * The number of connections in a row that end by the same error code, without a response, before the error is
 * permanent.
 */
const permanentAfter = 3;

/** The beginning of the reason of a connection that ended by GOAWAY with an error code. */
export const goawayText = "GOAWAY with code";

/**
 * Formats the reason of a GOAWAY frame with an error code (RFC 9113, section 6.8).
 *
 * @param debugData The "additional debug data" of the frame.
 * @param times The number of connections in a row that ended by this code without a response.
 */
export function formatGoaway(code: number, debugData: Uint8Array | undefined, times: number): string {
  const detail =
    debugData && debugData.length > 0
      ? `: ${inAscii(shorten(new TextDecoder().decode(debugData), 100))}`
      : "";
  const text = `the server ended it (${goawayText} ${code}${detail})`;
  return times < permanentAfter
    ? text
    : protocolRefusal(`${text}, and so ${times} in a row without an answer`);
}
