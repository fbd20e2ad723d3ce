import { OptionsError } from "../../base/text/options-error.js";
import type { UpdateOptions } from "./call-options.js";
import type { Warning } from "./warnings.js";
import type { Interceptor, Next, OutgoingCall, IncomingResponse } from "./interceptor.js";
import type { maskedUpdate } from "./masked-update.js";
import { resetMaskHeader } from "./default-headers.js";

/** What the step tells of an Update. */
export interface MaskReports {
  /** Told of a mask that is so long that a proxy may refuse it, and of an Update that changes nothing. */
  readonly warn: (warning: Warning) => void;
  /** The error of an Update that cannot be sent. */
  readonly refusal: (call: OutgoingCall, error: unknown) => Error;
}

/**
 * Sends the reset mask with every Update (conventions, section
 * 4.3): the caller's, or the one derived from the request, with which the
 * resource becomes what the request says. An empty mask, which changes only what
 * the request carries, is sent as no header at all: the server knows no
 * difference. A header that the caller set is such a mask too, and is checked as
 * one. All about masks is loaded with the first Update.
 */
export function resetMasks({ warn, refusal }: MaskReports, header: string = resetMaskHeader): Interceptor {
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
    loaded = (await import("./masked-update.js")).maskedUpdate;
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

/** A call whose metadata has a mask, which is then that of the option. */
function withHeader(call: OutgoingCall, header: string): OutgoingCall {
  if ((call.options as Partial<UpdateOptions<object>>).resetMask !== undefined) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      `resetMask: the option metadata has ${header} already; give one of them`,
      { option: "resetMask" },
    );
  }
  // A server joins them in the same way.
  const resetMask = call.metadata.getAll(header).join(",");
  return { ...call, options: { ...call.options, resetMask } as UpdateOptions<object> };
}
