import type { CallError } from "../error/call-error.js";
import type { Warning } from "./warnings.js";
import type { OutgoingCall } from "./interceptor.js";

/** Attempts without a connection before it is said: with the pauses between them, more than a second. */
const attemptsInSilence = 5;

const noConnection = /^(?:No connection established|Name resolution failed)/;

/**
 * Warns of an endpoint that cannot be reached, once. Calls go on for as long as
 * their deadline lets them, which is a minute where nobody said otherwise: who
 * waits for one should not have to guess why.
 */
export function connectionWarnings(
  warn: (warning: Warning) => void,
): (call: OutgoingCall, error: CallError) => void {
  return (call, error) => {
    if (call.attempt !== attemptsInSilence || !noConnection.test(error.text)) return;
    const endpoint = call.endpoint.authority;
    warn({
      event: "no_connection",
      endpoint,
      message: `${endpoint}: ${error.text}; calls are repeated until their deadline`,
    });
  };
}
