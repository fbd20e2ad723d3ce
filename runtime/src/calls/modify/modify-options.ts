import type { CallOptions } from "../chain/call-options.js";
import { idempotencyHeader, resetMaskHeader } from "../chain/default-headers.js";
import { callOptionNames } from "../chain/option-names.js";
import { requireTimeoutMs } from "../chain/timeout.js";
import { Metadata } from "../rpc/metadata.js";
import type { HeaderNames } from "../rpc/wiring.js";
import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/**
 * Options of a `modify`. It has no idempotency key and no reset mask of
 * the caller's: each try makes its own.
 */
export interface ModifyOptions extends Omit<CallOptions, "idempotencyKey" | "timeoutMs"> {
  /**
   * Milliseconds for all of it: reads, your function, updates, and the pauses
   * between tries. When they are over, nothing is sent any more. Default: no limit but
   * those of each call, which are the session's, and 60 s from the first conflict on.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often in all the change is tried if others change the resource at the
   * same time. Default: `Infinity`, as often as the time allows.
   */
  readonly conflictAttempts?: number | undefined;
}

/** Options of a `modify`, checked. */
export interface CheckedModifyOptions {
  readonly attempts: number;
  /** Milliseconds for all of it; undefined for no limit. */
  readonly timeoutMs: number | undefined;
  /** The options of each call. */
  readonly call: CallOptions;
}

const reasons: Readonly<Record<string, string>> = {
  resetMask: "modify finds out itself what was cleared; use update with your own mask",
  idempotencyKey: "each try of modify is a separate call with its own key; use update with your key",
};

const known = [...callOptionNames.filter((name) => !(name in reasons)), "conflictAttempts"];

/**
 * Checks what a caller says of a `modify`.
 * @throws OptionsError that names the option.
 */
export function checkModifyOptions(
  options: ModifyOptions & { readonly parentId?: unknown },
  headers: HeaderNames = {},
): CheckedModifyOptions {
  for (const [name, reason] of Object.entries(reasons)) {
    if (Object.hasOwn(options, name))
      throw new OptionsError("UNSUPPORTED", `${name}: ${reason}`, { option: name });
  }
  requireKnownNames(options, known, "modify");
  const { conflictAttempts = Infinity, timeoutMs, ...call } = options;
  if (conflictAttempts !== Infinity && (!Number.isInteger(conflictAttempts) || conflictAttempts < 1)) {
    throw invalidOption(
      "conflictAttempts",
      `${describe(conflictAttempts)} is not a number of attempts; write 1 or more, or Infinity`,
    );
  }
  if (call.metadata !== undefined) refuseHeaders(Metadata.from(call.metadata), headers);
  return {
    attempts: conflictAttempts,
    timeoutMs: timeoutMs === undefined ? undefined : requireTimeoutMs(timeoutMs, "timeoutMs"),
    call,
  };
}

function refuseHeaders(metadata: Metadata, headers: HeaderNames): void {
  const own = {
    resetMask: headers.resetMask ?? resetMaskHeader,
    idempotencyKey: headers.idempotencyKey ?? idempotencyHeader,
  };
  for (const [name, header] of Object.entries(own)) {
    if (metadata.has(header))
      throw new OptionsError("OPTION_CONFLICT", `metadata: ${header}: ${reasons[name]}`, {
        option: "metadata",
      });
  }
}
