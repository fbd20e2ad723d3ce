import { ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

/**
 * A message as the wire sees it, for tests: by proto name, only what is
 * carried. Maps have text keys. This knows nothing of the code under test.
 */
export interface Tree {
  [name: string]: TreeValue;
}
export type TreeScalar = string | number | bigint | boolean | Uint8Array;
export type TreeOne = TreeScalar | Tree;
export type TreeValue = TreeOne | TreeOne[] | Map<string, TreeOne>;

/** An empty tree, in which no name is there from the start, not even `constructor`. */
export const newTree = (): Tree => Object.create(null);

export const isTreeList = (value: TreeValue | undefined): value is TreeOne[] => Array.isArray(value);
export const isTreeMap = (value: TreeValue | undefined): value is Map<string, TreeOne> =>
  value instanceof Map;
export function asTree(value: TreeValue | undefined): Tree {
  if (typeof value !== "object" || value instanceof Uint8Array || isTreeList(value) || isTreeMap(value)) {
    throw new TypeError("no message");
  }
  return value;
}

/** Whether a scalar of this type, without presence, is nothing on the wire. */
export function isZero(scalar: ScalarType | undefined, value: TreeScalar): boolean {
  if (scalar === ScalarType.FLOAT) return Math.fround(value as number) === 0;
  if (value instanceof Uint8Array) return value.byteLength === 0;
  return value === 0 || value === 0n || value === "" || value === false;
}

/** Whether the absence of the field differs from its default. */
export function hasPresence(field: DescField): boolean {
  if (field.fieldKind === "message") return true;
  if (field.fieldKind === "list" || field.fieldKind === "map") return false;
  return field.presence !== FeatureSet_FieldPresence.IMPLICIT || field.oneof !== undefined;
}

/** Whether a message cannot be parsed without the field, as strict peers have it. */
export function isRequired(field: DescField): boolean {
  return field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
}

/** Whether a value is one to those who know an enum so: a closed one has the numbers that it names. */
export function isNamedNumber({ enum: type }: DescField, value: TreeOne): boolean {
  return type === undefined || type.open || type.value[value as number] !== undefined;
}

/** A tree from a literal, with plain objects for maps; checks every name. */
export function treeFrom(desc: DescMessage, literal: object): Tree {
  const tree = newTree();
  for (const [name, value] of Object.entries(literal) as [string, unknown][]) {
    const field = desc.fields.find((one) => one.name === name);
    if (!field) throw new Error(`${desc.typeName} has no field ${name}`);
    const one = (held: unknown): TreeOne =>
      field.message ? treeFrom(field.message, held as object) : (held as TreeScalar);
    if (field.fieldKind === "list") tree[name] = (value as unknown[]).map(one);
    else if (field.fieldKind === "map") {
      tree[name] = new Map(Object.entries(value as object).map(([key, held]) => [key, one(held)]));
    } else tree[name] = one(value);
  }
  return tree;
}

/** What an older version of the type knows of a tree. */
export function project(desc: DescMessage, tree: Tree): Tree {
  const known = newTree();
  for (const field of desc.fields) {
    const value = tree[field.name];
    if (value === undefined) continue;
    const one = (held: TreeOne): TreeOne => (field.message ? project(field.message, asTree(held)) : held);
    if (isTreeList(value)) known[field.name] = value.map(one);
    else if (isTreeMap(value))
      known[field.name] = new Map(Array.from(value, ([key, held]) => [key, one(held)]));
    else known[field.name] = one(value);
  }
  return known;
}
