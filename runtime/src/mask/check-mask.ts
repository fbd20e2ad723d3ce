import { nearestName } from "../table/nearest-name.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { isLeaf, type MaskNode } from "./mask-node.js";
import { MaskPathError } from "./mask-path-error.js";
import { printPath } from "./mask-printer.js";
import type { Mask } from "./mask.js";

/** Checks that a mask names only what a message type has. Throws a `MaskPathError` with the nearest field. */
export function checkMask(table: MessageTable, mask: Mask): void {
  checkStructure(table, mask.root, []);
}

type Path = readonly string[];

function checkStructure(table: MessageTable, node: MaskNode, path: Path): void {
  eachChild(node, (key, child) => {
    const below = [...path, key];
    const field = table.byName.get(key);
    if (field) checkField(field, child, below);
    else if (isOneof(table, key)) {
      if (!isLeaf(child)) throw nothingBelow(`the oneof ${printPath(below)}`, below);
    } else throw unknownField(table, key, below);
  });
  if (!node.any) return;
  for (const field of table.fields) {
    // A wildcard reaches every field; those that hold nothing are none of its business.
    if (!isLeaf(node.any) && tableOf(field.shape.type)) checkField(field, node.any, [...path, field.name]);
  }
}

function checkField({ shape }: Field, node: MaskNode, path: Path): void {
  const table = tableOf(shape.type);
  if (shape.kind === "single") return checkValue(table, node, path);
  if (node.any) checkValue(table, node.any, [...path, "*"]);
  eachChild(node, (key, child) => {
    if (shape.kind === "list" && !/^(?:0|[1-9][0-9]*)$/.test(key)) {
      throw new MaskPathError(
        printPath([...path, key]),
        `${printPath(path)} is a list: "${key}" is no index`,
      );
    }
    checkValue(table, child, [...path, key]);
  });
}

function checkValue(table: MessageTable | undefined, node: MaskNode, path: Path): void {
  if (table) checkStructure(table, node, path);
  else if (!isLeaf(node)) throw nothingBelow(printPath(path), path);
}

function nothingBelow(what: string, path: Path): MaskPathError {
  return new MaskPathError(printPath(path), `a path ends at ${what}, which holds no fields`);
}

function unknownField(table: MessageTable, key: string, path: Path): MaskPathError {
  const oneofs = table.fields.flatMap((field) => field.oneof?.name ?? []);
  const nearest = nearestName(key, [...table.byName.keys(), ...oneofs]);
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return new MaskPathError(
    printPath(path),
    `${printPath(path)}: ${table.typeName} has no field "${key}"${hint}`,
  );
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
