import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import { type FailureOrigin, localFailure, type StatusError } from "../../calls/error/status-error.js";

/** Returns the failure of a call that reached its deadline. */
export function deadlineExceeded(
  { limit }: OutgoingCall,
  state: string,
  origin: FailureOrigin = "connection",
): StatusError {
  const option = limit
    ? ` within ${limit.ms} ms, the limit of the option ${limit.option}`
    : " before the deadline";
  return localFailure("DEADLINE_EXCEEDED", `no answer${option}; the call ${state}`, origin, limit?.reason);
}
