import { ScalarType, type DescField, type DescMessage, type DescOneof } from "@bufbuild/protobuf";
import {
  asTree,
  hasPresence,
  isTreeList,
  isTreeMap,
  isZero,
  newTree,
  type Tree,
  type TreeOne,
  type TreeScalar,
} from "./tree.fixture.js";

/**
 * Messages in the shape that is generated, made and read by descriptor,
 * so that masks can be tested without generated code and without the code under
 * test: oneofs are `{ $case, value }`, wrappers `T`, Struct plain JSON, maps
 * with 64-bit and boolean keys a `Map`.
 */
type Shaped = Record<string, unknown>;

const localNames = new WeakMap<DescField | DescOneof, string>();

/** How a field is called in the TypeScript type: in its own casing, apart from what every object has. */
export function localName(member: DescField | DescOneof): string {
  const known = localNames.get(member) ?? newLocalName(member);
  localNames.set(member, known);
  return known;
}

function newLocalName(member: DescField | DescOneof): string {
  const name = member.name
    .replace(/_+$/, "")
    .replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return name in Object.prototype ? `${name}$` : name;
}

const wrapper = /^google\.protobuf\.(?:Double|Float|U?Int64|U?Int32|Bool|String|Bytes)Value$/;

/** A message from a tree. `nothing` gives values that count as nothing, such as floats that round to 0. */
export function generatedFrom(
  desc: DescMessage,
  tree: Tree,
  nothing: (field: DescField) => unknown = zeroOf,
): Shaped {
  const shaped: Shaped = {};
  for (const oneof of desc.oneofs) {
    const member = oneof.fields.find((field) => tree[field.name] !== undefined);
    shaped[localName(oneof)] = member && {
      $case: localName(member),
      value: valueFrom(member, tree, nothing),
    };
  }
  for (const field of desc.fields) {
    if (!field.oneof)
      shaped[localName(field)] =
        tree[field.name] === undefined ? absent(field, nothing) : valueFrom(field, tree, nothing);
  }
  return shaped;
}

function valueFrom(field: DescField, tree: Tree, nothing: (field: DescField) => unknown): unknown {
  const value = tree[field.name];
  const one = (held: TreeOne): unknown =>
    field.message ? formFrom(field.message, asTree(held), nothing) : isLongText(field) ? String(held) : held;
  if (isTreeList(value)) return value.map(one);
  if (!isTreeMap(value)) return value === undefined ? undefined : one(value);
  const entries = Array.from(value, ([key, held]) => [key, one(held)] as const);
  const key = field.fieldKind === "map" ? field.mapKey : ScalarType.STRING;
  if (key === ScalarType.BOOL) return new Map(entries.map(([text, held]) => [text === "true", held]));
  if (isLong(key)) return new Map(entries.map(([text, held]) => [BigInt(text), held]));
  return Object.fromEntries(entries);
}

/** The TypeScript form of a message: well-known types have one of their own. */
function formFrom(desc: DescMessage, tree: Tree, nothing: (field: DescField) => unknown): unknown {
  if (wrapper.test(desc.typeName)) return tree["value"] ?? zeroOf(desc.fields[0] as DescField);
  switch (desc.typeName) {
    case "google.protobuf.Struct":
    case "google.protobuf.ListValue":
    case "google.protobuf.Value":
      return jsonFrom(desc.typeName, tree);
    case "google.protobuf.FieldMask":
      return tree["paths"] ?? [];
    default:
      return generatedFrom(desc, tree, nothing);
  }
}

function jsonFrom(typeName: string, tree: Tree): unknown {
  if (typeName === "google.protobuf.Struct") {
    const fields = tree["fields"];
    const entries = isTreeMap(fields) ? [...fields] : [];
    return Object.fromEntries(
      entries.map(([key, held]) => [key, jsonFrom("google.protobuf.Value", asTree(held))]),
    );
  }
  if (typeName === "google.protobuf.ListValue") {
    const values = tree["values"];
    return isTreeList(values) ? values.map((held) => jsonFrom("google.protobuf.Value", asTree(held))) : [];
  }
  if (tree["null_value"] !== undefined) return null;
  if (tree["struct_value"] !== undefined)
    return jsonFrom("google.protobuf.Struct", asTree(tree["struct_value"]));
  if (tree["list_value"] !== undefined)
    return jsonFrom("google.protobuf.ListValue", asTree(tree["list_value"]));
  return tree["number_value"] ?? tree["string_value"] ?? tree["bool_value"];
}

function absent(field: DescField, nothing: (field: DescField) => unknown): unknown {
  if (field.fieldKind === "list") return [];
  if (field.fieldKind === "map")
    return isLong(field.mapKey) || field.mapKey === ScalarType.BOOL ? new Map() : {};
  return hasPresence(field) ? undefined : nothing(field);
}

/** The plain default of a scalar field. */
export function zeroOf(field: DescField): unknown {
  if (field.enum) return field.enum.open ? 0 : field.enum.values[0]?.number;
  if (field.scalar === ScalarType.STRING) return "";
  if (field.scalar === ScalarType.BOOL) return false;
  if (field.scalar === ScalarType.BYTES) return new Uint8Array(0);
  if (isLongText(field)) return "0";
  return isLong(field.scalar) ? 0n : 0;
}

/** Whether a 64-bit integer is text: `jstype = JS_STRING`. */
export function isLongText(field: DescField): boolean {
  return "longAsString" in field && field.longAsString;
}

function isLong(scalar: ScalarType | undefined): boolean {
  return scalar !== undefined && (ScalarType[scalar] ?? "").endsWith("64");
}

/** What a generated message carries. */
export function treeOfGenerated(desc: DescMessage, message: object): Tree {
  const shaped = message as Shaped;
  const tree = newTree();
  for (const field of desc.fields) {
    const value = field.oneof ? memberOf(shaped, field) : shaped[localName(field)];
    if (value === undefined && !(field.oneof && isSelected(shaped, field))) continue;
    if (field.fieldKind === "list") {
      const list = value as unknown[];
      if (list.length > 0) tree[field.name] = list.map((held) => treeOne(field, held));
    } else if (field.fieldKind === "map") {
      const entries = value instanceof Map ? [...value] : Object.entries(value as object);
      if (entries.length > 0) {
        tree[field.name] = new Map(
          entries.map(([key, held]: [unknown, unknown]) => [String(key), treeOne(field, held)]),
        );
      }
    } else {
      const one = treeOne(field, value);
      if (hasPresence(field) || !isZero(field.scalar, one as TreeScalar)) tree[field.name] = one;
    }
  }
  return tree;
}

function memberOf(shaped: Shaped, field: DescField): unknown {
  const oneof =
    field.oneof && (shaped[localName(field.oneof)] as { $case: string; value: unknown } | undefined);
  return oneof?.$case === localName(field) ? oneof.value : undefined;
}

function isSelected(shaped: Shaped, field: DescField): boolean {
  const oneof = field.oneof && (shaped[localName(field.oneof)] as { $case: string } | undefined);
  return oneof?.$case === localName(field);
}

function treeOne(field: DescField, value: unknown): TreeOne {
  if (field.message) return treeOfForm(field.message, value);
  if (isLongText(field)) return BigInt(value as string);
  if (field.scalar === ScalarType.FLOAT) return Math.fround(value as number) + 0;
  return Object.is(value, -0) ? 0 : (value as TreeScalar);
}

function treeOfForm(desc: DescMessage, value: unknown): Tree {
  if (wrapper.test(desc.typeName)) return treeOfGenerated(desc, { value });
  switch (desc.typeName) {
    case "google.protobuf.Struct":
      return treeOfGenerated(desc, { fields: value });
    case "google.protobuf.ListValue":
      return treeOfGenerated(desc, { values: value });
    case "google.protobuf.FieldMask":
      return treeOfGenerated(desc, { paths: value });
    case "google.protobuf.Value":
      return treeOfJson(desc, value);
    default:
      return treeOfGenerated(desc, value as object);
  }
}

function treeOfJson(desc: DescMessage, json: unknown): Tree {
  const tree = newTree();
  if (json === undefined) return tree;
  if (json === null) tree["null_value"] = 0;
  else if (typeof json === "object") {
    const name = Array.isArray(json) ? "list_value" : "struct_value";
    const inside = desc.fields.find((field) => field.name === name)?.message;
    if (inside) tree[name] = treeOfForm(inside, json);
  } else {
    const names: Record<string, string> = {
      number: "number_value",
      string: "string_value",
      boolean: "bool_value",
    };
    tree[names[typeof json] ?? ""] = Object.is(json, -0) ? 0 : (json as TreeScalar);
  }
  return tree;
}
