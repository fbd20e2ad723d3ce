import { protocolRefusal } from "../../../calls/error/connect-refusal.js";
import { inAscii, shorten } from "../../../base/text/value-text.js";

/** A server that ends so many connections in a row by the same code, without an answer, ends the next one so too. */
const lastingTimes = 3;

/** The words for a goodbye with the code of an error. */
export const goodbyeText = "GOAWAY with code";

/**
 * Why a server ended a connection by GOAWAY with the code of an error.
 *
 * @param times How often in a row it did so by this code, without an answer.
 */
export function goodbyeReason(code: number, data: Uint8Array | undefined, times: number): string {
  const said = data && data.length > 0 ? `: ${inAscii(shorten(new TextDecoder().decode(data), 100))}` : "";
  const text = `the server ended it (${goodbyeText} ${code}${said})`;
  return times < lastingTimes ? text : protocolRefusal(`${text}, and so ${times} in a row without an answer`);
}
