import type { MessageTable } from "../../table/table.js";
import { maskBuilder, type MaskBuilder, type MaskPath, maskSteps } from "../text/mask-builder.js";
import { MaskSeed } from "../text/mask-tree.js";
import type { MaskCheckOptions } from "./mask-walk.js";
import { parseTree } from "../text/mask-parser.js";
import { Mask } from "../text/mask.js";
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
 * a TypeError for anything else that is not a mask.
 */
export function resolveMask<T>(
  table: MessageTable<T>,
  input: MaskInput<T>,
  options: MaskCheckOptions = {},
): Mask {
  const { mask } = readMask(table, input);
  if (options.strict !== false) checkMask(table, mask, options);
  return mask;
}

/** A mask as a caller has given it. */
interface GivenMask {
  readonly mask: Mask;
  /** The entries as they were written; undefined if a mask was given that is made already. */
  readonly written: MaskSeed | undefined;
}

/** Reads a mask without a look at its paths. Throws as `resolveMask` does, but for them. */
export function readMask<T>(table: MessageTable<T>, input: MaskInput<T>): GivenMask {
  if (typeof input === "object" && input !== null && "root" in input)
    return { mask: input, written: undefined };
  const written = readSeed(table, input);
  return { mask: new Mask(written), written };
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

function readSeed<T>(table: MessageTable<T>, input: Exclude<MaskInput<T>, Mask>): MaskSeed {
  if (typeof input === "string") return parseTree(input);
  if (typeof input === "function") return seedFromPaths(input(maskBuilder(table)));
  throw new TypeError(
    "a reset mask is a Mask, its text, or a function that returns paths: (m) => [m.spec.cpu]",
  );
}

function seedFromPaths(paths: readonly MaskPath[]): MaskSeed {
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
  return seed;
}
