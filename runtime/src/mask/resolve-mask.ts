import type { MessageTable } from "../table/table.js";
import { checkMask } from "./check-mask.js";
import { maskBuilder } from "./mask-builder.js";
import { maskSteps, type MaskBuilder, type MaskPath } from "./mask-path.js";
import { MaskSeed } from "./mask-seed.js";
import { Mask, parseMask } from "./mask.js";

/**
 * A mask as a caller gives it: inline, `(m) => [m.spec.secondaryDisks]`; a
 * `Mask`; or its text.
 */
export type MaskInput<T> = Mask | string | ((m: MaskBuilder<T>) => readonly MaskPath[]);

/** How a mask is taken. */
export interface ResolveMaskOptions {
  /**
   * Refuse fields that the message type does not have, naming the nearest.
   * Default: false, since the server may know more than this SDK.
   */
  readonly strict?: boolean;
}

/**
 * The mask that a caller means. Throws a `MaskSyntaxError` for text that is
 * not a mask, a `MaskPathError` for an unknown field where `strict`, and a
 * TypeError for anything else that is no mask.
 */
export function resolveMask<T>(
  table: MessageTable<T>,
  input: MaskInput<T>,
  options: ResolveMaskOptions = {},
): Mask {
  const mask = readInput(table, input);
  if (options.strict) checkMask(table, mask);
  return mask;
}

/** Makes masks for one message type: `UpdateInstanceRequestMask.select((m) => [m.spec.cpu])`. */
export interface MaskSelector<T> {
  /** The mask of the paths that `choose` returns. */
  select(choose: (m: MaskBuilder<T>) => readonly MaskPath[]): Mask;
  /** The mask that a text means. Throws a `MaskSyntaxError`; for unknown fields a `MaskPathError`, where `strict`. */
  parse(text: string, options?: ResolveMaskOptions): Mask;
}

/** The mask selector of a message type. */
export function maskFor<T>(table: MessageTable<T>): MaskSelector<T> {
  return {
    select: (choose) => resolveMask(table, choose),
    parse: (text, options) => resolveMask(table, text, options),
  };
}

function readInput<T>(table: MessageTable<T>, input: MaskInput<T>): Mask {
  if (typeof input === "string") return parseMask(input);
  if (typeof input === "function") return maskOf(input(maskBuilder(table)));
  if (typeof input === "object" && input !== null && "root" in input) return input;
  throw new TypeError(
    "a reset mask is a Mask, its text, or a function that returns paths: (m) => [m.spec.cpu]",
  );
}

function maskOf(paths: readonly MaskPath[]): Mask {
  if (!Array.isArray(paths)) {
    throw new TypeError("the function for a reset mask must return a list of paths: (m) => [m.spec.cpu]");
  }
  const seed = new MaskSeed();
  for (const path of paths as readonly Partial<MaskPath>[]) {
    const steps = typeof path === "object" && path !== null ? path[maskSteps] : undefined;
    if (!steps || steps.length === 0) {
      throw new TypeError("each path of a reset mask must be a field of the builder: (m) => [m.spec.cpu]");
    }
    seed.add(steps);
  }
  return new Mask(seed.grow());
}
