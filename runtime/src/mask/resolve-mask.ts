import type { MessageTable } from "../table/table.js";
import { maskBuilder, type MaskBuilder, type MaskPath, maskSteps } from "./mask-builder.js";
import { MaskSeed } from "./mask-tree.js";
import type { MaskCheckOptions } from "./mask-walk.js";
import { Mask, parseMask } from "./mask.js";
import { checkMask } from "./prepare-update.js";

/**
 * A mask as a caller gives it: inline, `(m) => [m.spec.secondaryDisks]`; a
 * `Mask`; or its text.
 */
export type MaskInput<T> = Mask | string | ((m: MaskBuilder<T>) => readonly MaskPath[]);

/**
 * The mask that a caller means.
 *
 * @throws A `MaskSyntaxError` for text that is not a mask, a `MaskPathError` for
 * a path that does not fit the message type, by the rules of `prepareUpdate`, and
 * a TypeError for anything else that is no mask.
 */
export function resolveMask<T>(
  table: MessageTable<T>,
  input: MaskInput<T>,
  options: MaskCheckOptions = {},
): Mask {
  const mask = readInput(table, input);
  if (options.strict !== false) checkMask(table, mask, options);
  return mask;
}

/** Makes masks for one message type: `UpdateInstanceRequestMask.select((m) => [m.spec.cpu])`. */
export interface MaskSelector<T> {
  /** The mask of the paths that `choose` returns. */
  select(choose: (m: MaskBuilder<T>) => readonly MaskPath[]): Mask;
  /**
   * The mask that a text means. Fields at the end of a path may be unknown to
   * this SDK, since the server may know more; `{ strict: true }` refuses them.
   *
   * @throws A `MaskSyntaxError`; a `MaskPathError` for a path that a server may
   * take for more than it says, unless `{ strict: false }`.
   */
  parse(text: string, options?: MaskCheckOptions): Mask;
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
