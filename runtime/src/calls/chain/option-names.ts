import type { Method } from "../rpc/service.js";
import { OptionsError } from "../../base/text/options-error.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { describe } from "../../base/text/value-text.js";
import type { CallOptions, CarryOptions, UpdateOptions } from "./call-options.js";

/** Options of any call. */
const callOptions: Record<keyof CallOptions, true> = {
  signal: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  metadata: true,
  idempotencyKey: true,
  retry: true,
  parentId: true,
  validate: true,
};
/** Names of the options of any call. */
export const callOptionNames: readonly string[] = /*@__PURE__*/ Object.keys(callOptions);

/** Options of an Update. */
const updateOptions: Record<keyof UpdateOptions<unknown> | keyof CarryOptions<unknown>, true> = {
  ...callOptions,
  resetMask: true,
  strict: true,
  carry: true,
};

/**
 * Checks the names of a call's options: one that is misspelt would do nothing, and
 * a reset mask that does nothing would turn a partial request into a full one.
 *
 * @throws An OptionsError that names the option and the nearest one.
 */
export function checkOptionNames(options: CallOptions, { isUpdate, path }: Method): void {
  if (typeof options !== "object" || options === null) {
    throw new OptionsError(
      `options of a call are an object such as { timeoutMs: 5000 }, got ${describe(options)}`,
    );
  }
  for (const name in options) {
    if (!Object.hasOwn(updateOptions, name) && Object.hasOwn(options, name))
      throw unknownOption(name, isUpdate);
  }
  requireSignal(options.signal);
  const { resetMask, strict, carry } = options as Partial<UpdateOptions<unknown> & CarryOptions<unknown>>;
  const hasMask = "resetMask" in options;
  if (!isUpdate && (hasMask || strict !== undefined || carry !== undefined)) {
    const name = hasMask ? "resetMask" : strict === undefined ? "carry" : "strict";
    throw new OptionsError(
      `${name}: ${path.slice(1)} is not an Update, so that nothing is reset; leave it out`,
    );
  }
  if (hasMask && carry !== undefined) {
    throw new OptionsError(
      "carry: with a resetMask the server keeps what the request leaves out; give one of the two",
    );
  }
  if (hasMask && resetMask === undefined) {
    throw new OptionsError(
      "resetMask: undefined is not a mask; leave the option out to replace the whole resource, " +
        'or write "" to change only what is sent',
    );
  }
  if (strict !== undefined && !hasMask) {
    throw new OptionsError(
      "strict: it says how resetMask is taken, and there is none; leave it out or add one",
    );
  }
  if (strict !== undefined && typeof strict !== "boolean") {
    throw new OptionsError(`strict: ${describe(strict)} is neither true nor false`);
  }
}

/**
 * Checks what is given for a signal: an AbortController in its place would only be missed once something is listening.
 *
 * @throws An OptionsError.
 */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined || typeof signal?.addEventListener === "function") return;
  const fix = (signal as unknown) instanceof AbortController ? "pass controller.signal" : "leave it out";
  throw new OptionsError(`signal: ${describe(signal)} is not an AbortSignal; ${fix}`);
}

function unknownOption(name: string, isUpdate: boolean): OptionsError {
  const names = isUpdate ? Object.keys(updateOptions) : callOptionNames;
  const hint = didYouMean(name, names) || `; the names are ${names.join(", ")}`;
  return new OptionsError(`a call has no option ${JSON.stringify(name)}${hint}`);
}
