import type { Method } from "../rpc/service.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { describe } from "../../base/text/value-text.js";
import type { CallOptions, CarryOptions, UpdateOptions } from "./call-options.js";

/** Options of any call. */
const callOptions: Record<keyof CallOptions, true> = {
  signal: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  waitForReady: true,
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
 * Checks the names of a call's options. A misspelled option would have no effect, and without its reset mask a
 * partial Update would replace the whole resource.
 *
 * @throws An OptionsError that names the option and the nearest one.
 */
export function checkOptionNames(options: CallOptions, { isUpdate, path }: Method): void {
  if (typeof options !== "object" || options === null) {
    throw new OptionsError(
      "ARGUMENT_INVALID",
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
      "UNSUPPORTED",
      `${name}: ${path.slice(1)} is not an Update, so that nothing is reset; leave it out`,
      { option: name },
    );
  }
  if (hasMask && carry !== undefined) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      "carry: with a resetMask the server keeps what the request leaves out; give one of the two",
      { option: "carry" },
    );
  }
  if (hasMask && resetMask === undefined) {
    throw invalidOption(
      "resetMask",
      "undefined is not a mask; leave the option out to replace the whole resource, " +
        'or write "" to change only what is sent',
    );
  }
  if (strict !== undefined && !hasMask) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      "strict: it says how resetMask is taken, and there is none; leave it out or add one",
      { option: "strict" },
    );
  }
  requireSwitch(strict, "strict");
}

/**
 * Checks the option `signal`. Without this check, an AbortController in its place would fail only when something
 * listens to it.
 *
 * @throws An OptionsError.
 */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined || typeof signal?.addEventListener === "function") return;
  const fix = (signal as unknown) instanceof AbortController ? "pass controller.signal" : "leave it out";
  throw invalidOption("signal", `${describe(signal)} is not an AbortSignal; ${fix}`);
}

/**
 * Checks an option that is true or false, since the word "false" from an environment variable would be true.
 *
 * @throws An OptionsError.
 */
export function requireSwitch(value: unknown, option: string): void {
  if (value === undefined || typeof value === "boolean") return;
  throw invalidOption(option, `${describe(value)} is neither true nor false`);
}

function unknownOption(name: string, isUpdate: boolean): OptionsError {
  const names = isUpdate ? Object.keys(updateOptions) : callOptionNames;
  const hint = didYouMean(name, names) || `; the names are ${names.join(", ")}`;
  return new OptionsError("OPTION_UNKNOWN", `a call has no option ${JSON.stringify(name)}${hint}`, {
    option: name,
  });
}
