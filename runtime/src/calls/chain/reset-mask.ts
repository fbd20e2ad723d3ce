import { OptionsError } from "../../base/text/options-error.js";
import type { UpdateOptions } from "./call-options.js";
import type { Warning } from "./warnings.js";
import type { Interceptor, Next, OutgoingCall, IncomingResponse } from "./interceptor.js";
import { loadUpdateCode } from "./load-update-code.js";
import type { maskedUpdate } from "./masked-update.js";
import type { SessionWiring } from "../rpc/wiring.js";
import { resetMaskHeader } from "./default-headers.js";

/** The reports of the step. */
export interface MaskReports {
  /** Receives a warning about a mask that a proxy may reject, or about an Update that changes nothing. */
  readonly warn: (warning: Warning) => void;
  /** Returns the error of an Update that cannot be sent. */
  readonly refusal: (call: OutgoingCall, error: unknown) => Error;
}

/**
 * Sends the reset mask with every Update (conventions, section 4.3): the caller's, or the one that is derived from
 * the request. An empty mask is sent as no header, which means the same to the server. A header that the caller
 * sets is checked like the option. The code for masks is loaded with the first Update.
 */
export function resetMasks(
  { warn, refusal }: MaskReports,
  wiring: Pick<SessionWiring, "headers" | "updates">,
): Interceptor {
  const header = wiring.headers?.resetMask ?? resetMaskHeader;
  let loaded: typeof maskedUpdate | undefined;
  const send = (
    makeMasked: typeof maskedUpdate,
    next: Next,
    call: OutgoingCall,
  ): Promise<IncomingResponse> => {
    const { message, header: text, warnings } = makeMasked(call.method, call.message as object, call.options);
    for (const warning of warnings) warn(warning);
    if (text === "") return next({ ...call, message, metadata: call.metadata.without(header) });
    return next({ ...call, message, metadata: call.metadata.with(header, text) });
  };
  const sendLoaded = async (next: Next, call: OutgoingCall): Promise<IncomingResponse> => {
    loaded = (await loadUpdateCode(wiring)).maskedUpdate;
    try {
      return send(loaded, next, call);
    } catch (error) {
      throw refusal(call, error);
    }
  };
  return (next) => (call) => {
    if (!call.method.isUpdate) return next(call);
    const masked = call.metadata.has(header) ? withHeader(call, header) : call;
    return loaded ? send(loaded, next, masked) : sendLoaded(next, masked);
  };
}

/** Returns a call with the mask of its metadata as its option. */
function withHeader(call: OutgoingCall, header: string): OutgoingCall {
  if ((call.options as Partial<UpdateOptions<object>>).resetMask !== undefined) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      `resetMask: the option metadata has ${header} already; give one of them`,
      { option: "resetMask" },
    );
  }
  // A server joins several headers in the same way.
  const resetMask = call.metadata.getAll(header).join(",");
  return { ...call, options: { ...call.options, resetMask } as UpdateOptions<object> };
}
