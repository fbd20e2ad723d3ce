import { typeError } from "../../../base/text/coded-error.js";
import type { MessageTable } from "../../table/table.js";
import { maskBuilder, type MaskBuilder, type MaskPath, maskSteps } from "../text/mask-builder.js";
import { MutableMaskNode } from "../text/mask-tree.js";
import type { MaskCheckOptions } from "./mask-walk.js";
import { parseMaskTree } from "../text/mask-parser.js";
import { Mask } from "../text/mask.js";
import { checkMask } from "./prepare-update.js";

/** A mask as a caller gives it: a function such as `(m) => [m.spec.secondaryDisks]`, a `Mask`, or text. */
export type MaskInput<T> = Mask | string | ((m: MaskBuilder<T>) => readonly MaskPath[]);

/**
 * Resolves a given mask.
 *
 * @throws MaskSyntaxError for invalid text.
 * @throws MaskPathError for a path that does not fit the message type, by the rules of `prepareUpdate`.
 * @throws TypeError for any other value.
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

/** A given mask. */
interface GivenMask {
  readonly mask: Mask;
  /** The entries as they were written; undefined for a `Mask`. */
  readonly written: MutableMaskNode | undefined;
}

/** Reads a mask without checking its paths. Throws the other errors of `resolveMask`. */
export function readMask<T>(table: MessageTable<T>, input: MaskInput<T>): GivenMask {
  if (typeof input === "object" && input !== null && "root" in input)
    return { mask: input, written: undefined };
  const written = readTree(table, input);
  return { mask: new Mask(written), written };
}

/** Creates masks for one message type: `UpdateInstanceRequestMask.select((m) => [m.spec.cpu])`. */
export interface MaskSelector<T> {
  /** Creates the mask of the paths that `choose` returns. */
  select(choose: (m: MaskBuilder<T>) => readonly MaskPath[]): Mask;
  /**
   * Parses a mask. Fields at the end of a path may be unknown to this SDK, because the server may be newer.
   * `{ strict: true }` rejects them.
   *
   * @throws MaskSyntaxError for invalid text.
   * @throws MaskPathError for a path that may clear more than it names, unless `{ strict: false }`.
   */
  parse(text: string, options?: MaskCheckOptions): Mask;
}

/** Creates the mask selector of a message type. */
export function maskFor<T>(table: MessageTable<T>): MaskSelector<T> {
  return {
    select: (choose) => resolveMask(table, choose),
    parse: (text, options) => resolveMask(table, text, options),
  };
}

function readTree<T>(table: MessageTable<T>, input: Exclude<MaskInput<T>, Mask>): MutableMaskNode {
  if (typeof input === "string") return parseMaskTree(input);
  if (typeof input === "function") return treeFromPaths(table, input(maskBuilder(table)));
  throw typeError(
    "ARGUMENT_INVALID",
    `a reset mask must be a Mask, text, or a function that returns paths${example(table)}`,
  );
}

/** An example of a function for a mask of the message: `: (m) => [m.spec.sizeGb]`. Empty if the message has no fields. */
function example({ fields }: MessageTable): string {
  const structures = fields.flatMap(({ local, shape }) =>
    shape.kind === "single" && shape.type.kind === "message"
      ? [{ local, inside: shape.type.table.fields[0] }]
      : [],
  );
  // The last one, because the first one often is metadata.
  const { local, inside } = structures.at(-1) ?? { local: fields[0]?.local, inside: undefined };
  return local === undefined ? "" : `: (m) => [m.${[local, ...(inside ? [inside.local] : [])].join(".")}]`;
}

function treeFromPaths(table: MessageTable, paths: readonly MaskPath[]): MutableMaskNode {
  if (!Array.isArray(paths)) {
    throw typeError(
      "RETURN_VALUE_INVALID",
      `the function for a reset mask must return a list of paths${example(table)}`,
    );
  }
  const tree = new MutableMaskNode();
  for (const path of paths as readonly Partial<MaskPath>[]) {
    const steps = typeof path === "object" && path !== null ? path[maskSteps] : undefined;
    if (!steps || steps.length === 0) {
      throw typeError(
        "RETURN_VALUE_INVALID",
        `each path of a reset mask must be a field of the builder${example(table)}`,
      );
    }
    tree.add(steps);
  }
  return tree;
}
