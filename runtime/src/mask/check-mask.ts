import { nearestName } from "../text/nearest-name.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { isLeaf, type MaskNode } from "./mask-node.js";
import { MaskPathError } from "./mask-path-error.js";
import { printKey } from "./mask-printer.js";
import type { Mask } from "./mask.js";

/** Checks that a mask names only what a message type has. Throws a `MaskPathError` with the nearest field. */
export function checkMask(table: MessageTable, mask: Mask): void {
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
      throw new MaskPathError(place, `${path} is a list: ${JSON.stringify(key)} is no index`);
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
  const nearest = nearestName(key, [...table.byName.keys(), ...oneofs]);
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
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
