import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { didYouMean } from "../text/nearest-name.js";
import { maskBuilder, type MaskBuilder, type MaskPath, maskSteps } from "./mask-builder.js";
import { MaskPathError } from "./mask-error.js";
import { isLeaf, type MaskNode, MaskSeed, printKey } from "./mask-tree.js";
import { Mask, parseMask } from "./mask.js";

/**
 * A mask as a caller gives it: inline, `(m) => [m.spec.secondaryDisks]`; a
 * `Mask`; or its text.
 */
export type MaskInput<T> = Mask | string | ((m: MaskBuilder<T>) => readonly MaskPath[]);

/** How a mask is read. */
export interface ResolveMaskOptions {
  /**
   * Refuse fields that the message type does not have, naming the nearest.
   * Default: false, since the server may know more than this SDK.
   */
  readonly strict?: boolean;
}

/**
 * The mask that a caller means.
 *
 * @throws A `MaskSyntaxError` for text that is not a mask, a `MaskPathError`
 * for an unknown field where `strict`, and a TypeError for anything else that
 * is no mask.
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
  /**
   * The mask that a text means.
   *
   * @throws A `MaskSyntaxError`; for unknown fields a `MaskPathError`, where
   * `strict`.
   */
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

/**
 * Checks that a mask names only what a message type has.
 *
 * @throws A `MaskPathError` with the nearest field.
 */
function checkMask(table: MessageTable, mask: Mask): void {
  checkStructure(table, mask.root, "");
}

/** A path as text; under the root it is empty. */
type Path = string;

const below = (path: Path, step: string): Path => (path === "" ? step : `${path}.${step}`);

function checkStructure(table: MessageTable, node: MaskNode, path: Path): void {
  eachChild(node, (key, child) => {
    const place = below(path, printKey(key));
    const field = table.byName.get(key);
    if (field) checkField(field, child, place);
    else if (!isOneof(table, key)) throw unknownField(table, key, place);
    else if (!isLeaf(child)) throw nothingBelow(`the oneof ${place}`, place);
  });
  if (!node.any) return;
  for (const field of table.fields) {
    // A wildcard reaches every field; those that hold nothing are none of its business.
    if (!isLeaf(node.any) && tableOf(field.shape.type)) checkField(field, node.any, below(path, field.name));
  }
}

function checkField({ shape }: Field, node: MaskNode, path: Path): void {
  const table = tableOf(shape.type);
  if (shape.kind === "single") return checkValue(table, node, path);
  if (node.any) checkValue(table, node.any, below(path, "*"));
  eachChild(node, (key, child) => {
    const place = below(path, printKey(key));
    if (shape.kind === "list" && !/^(?:0|[1-9][0-9]*)$/.test(key)) {
      throw new MaskPathError(place, `${path} is a list: ${JSON.stringify(key)} is not an index`);
    }
    checkValue(table, child, place);
  });
}

function checkValue(table: MessageTable | undefined, node: MaskNode, path: Path): void {
  if (table) checkStructure(table, node, path);
  else if (!isLeaf(node)) throw nothingBelow(path, path);
}

function nothingBelow(what: string, path: Path): MaskPathError {
  return new MaskPathError(path, `a path ends at ${what}, which holds no fields`);
}

function unknownField(table: MessageTable, key: string, path: Path): MaskPathError {
  const oneofs = table.fields.flatMap((field) => field.oneof?.name ?? []);
  const hint = didYouMean(key, [...table.byName.keys(), ...oneofs]);
  return new MaskPathError(path, `${path}: ${table.typeName} has no field ${JSON.stringify(key)}${hint}`);
}

function isOneof(table: MessageTable, name: string): boolean {
  return table.fields.some((field) => field.oneof?.name === name);
}

function tableOf(type: ValueType): MessageTable | undefined {
  if (type.kind === "message") return type.table;
  return type.kind === "wellKnown" ? wellKnownForm(type.name).table : undefined;
}

function eachChild(node: MaskNode, visit: (key: string, child: MaskNode) => void): void {
  for (const [index, key] of node.keys.entries()) {
    const child = node.children[index];
    if (child) visit(key, child);
  }
}
