import { create, ScalarType, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  reflect,
  type ReflectMessage,
} from "@bufbuild/protobuf/reflect";
import {
  asTree,
  isNamedNumber,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeScalar,
} from "./tree.fixture.js";

/** A dynamic message that carries what a tree has. */
export function dynamicFrom(desc: DescMessage, tree: Tree): ReflectMessage {
  const message = reflect(desc, create(desc) as Message);
  for (const field of desc.fields) {
    const value = tree[field.name];
    if (value === undefined) continue;
    const one = (held: TreeOne): unknown => (field.message ? dynamicFrom(field.message, asTree(held)) : held);
    if (isTreeList(value)) {
      const list: unknown = message.get(field);
      if (isReflectList(list)) for (const held of value) list.add(one(held));
    } else if (isTreeMap(value)) {
      const map: unknown = message.get(field);
      if (isReflectMap(map)) for (const [key, held] of value) map.set(typedKey(field, key), one(held));
    } else message.set(field, one(value));
  }
  return message;
}

/** What a dynamic message carries. */
export function treeOfDynamic(message: ReflectMessage): Tree {
  const tree = newTree();
  for (const field of message.fields) {
    if (!message.isSet(field)) continue;
    const value: unknown = message.get(field);
    // The library lets numbers into lists and maps that a closed enum does not have.
    const isNamed = (held: TreeOne): boolean => isNamedNumber(field, held);
    if (isReflectList(value)) {
      const list = Array.from(value, treeOne).filter(isNamed);
      if (list.length > 0) tree[field.name] = list;
    } else if (isReflectMap(value)) {
      const entries = Array.from(value, ([key, held]) => [String(key), treeOne(held)] as const);
      const map = new Map(entries.filter(([, held]) => isNamed(held)));
      if (map.size > 0) tree[field.name] = map;
    } else tree[field.name] = treeOne(value);
  }
  return tree;
}

function treeOne(value: unknown): TreeOne {
  if (isReflectMessage(value)) return treeOfDynamic(value);
  return Object.is(value, -0) ? 0 : (value as TreeScalar);
}

function typedKey(field: DescField, key: string): string | number | bigint | boolean {
  if (field.fieldKind !== "map" || field.mapKey === ScalarType.STRING) return key;
  if (field.mapKey === ScalarType.BOOL) return key === "true";
  const isLong = [
    ScalarType.INT64,
    ScalarType.UINT64,
    ScalarType.SINT64,
    ScalarType.FIXED64,
    ScalarType.SFIXED64,
  ].some((scalar) => scalar === field.mapKey);
  return isLong ? BigInt(key) : Number(key);
}
