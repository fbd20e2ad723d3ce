import type { CallOptions } from "../chain/call-options.js";
import { idempotencyHeader, resetMaskHeader } from "../chain/default-headers.js";
import { callOptionNames } from "../chain/option-names.js";
import { requireLimitMs } from "../chain/timeout.js";
import { Metadata } from "../rpc/metadata.js";
import type { HeaderNames } from "../rpc/wiring.js";
import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/** Options of `modify`. It derives its own reset mask and creates an idempotency key for each try. */
export interface ModifyOptions extends Omit<CallOptions, "idempotencyKey" | "timeoutMs"> {
  /**
   * Timeout for the whole `modify`, in milliseconds: reads, your function, updates, and the pauses between tries. After
   * it, nothing more is sent. `false` for no limit but those of each call. Default: only the session's limits for each
   * call, and 60 s from the first conflict.
   */
  readonly timeoutMs?: number | false | undefined;
  /**
   * Maximum number of tries, including the first, if others change the resource at the same time. Default: `Infinity`,
   * which means until the time is over.
   */
  readonly conflictAttempts?: number | undefined;
  /**
   * Whether a new object may be a copy of one that was read. With `false`, it replaces all that was at its place, also
   * values that no response shows. To keep something, change or move the object that was read. An update with a field
   * mask replaces lists in any case (conventions, section 4.7). Default: `true`.
   */
  readonly matchCopies?: boolean | undefined;
}

/** Checked options of `modify`. */
export interface CheckedModifyOptions {
  readonly attempts: number;
  /** Timeout for the whole `modify`, in milliseconds, Infinity for no limit; undefined for the default. */
  readonly timeoutMs: number | undefined;
  readonly matchCopies: boolean | undefined;
  /** The options of each call. */
  readonly call: CallOptions;
}

const reasons: Readonly<Record<string, string>> = {
  resetMask: "modify derives the mask from the change; use update with your own mask",
  idempotencyKey: "each try of modify is a separate call with its own key; use update with your key",
};

const known = [...callOptionNames.filter((name) => !(name in reasons)), "conflictAttempts", "matchCopies"];

/**
 * Checks the options of `modify`.
 *
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
  const { conflictAttempts = Infinity, timeoutMs, matchCopies, ...given } = options;
  if (conflictAttempts !== Infinity && (!Number.isInteger(conflictAttempts) || conflictAttempts < 1)) {
    throw invalidOption(
      "conflictAttempts",
      `${describe(conflictAttempts)} is not a number of attempts; use an integer from 1, or Infinity`,
    );
  }
  // Several calls carry the metadata, which may be an iterator.
  const metadata = given.metadata === undefined ? undefined : Metadata.from(given.metadata);
  if (metadata !== undefined) rejectHeaders(metadata, headers);
  return {
    attempts: conflictAttempts,
    matchCopies,
    timeoutMs: timeoutMs === undefined ? undefined : requireLimitMs(timeoutMs, "timeoutMs"),
    call: metadata === undefined ? given : { ...given, metadata },
  };
}

function rejectHeaders(metadata: Metadata, headers: HeaderNames): void {
  const headerNames = {
    resetMask: headers.resetMask ?? resetMaskHeader,
    idempotencyKey: headers.idempotencyKey ?? idempotencyHeader,
  };
  for (const [name, header] of Object.entries(headerNames)) {
    if (metadata.has(header))
      throw new OptionsError("OPTION_CONFLICT", `metadata: ${header}: ${reasons[name]}`, {
        option: "metadata",
      });
  }
}
