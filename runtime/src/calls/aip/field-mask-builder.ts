import { typeError } from "../../base/text/coded-error.js";
import { singleStructure } from "../../messages/mask/fields/message-fields.js";
import type { JsonValue } from "../../messages/table/json-value.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { parsePath, formatPath } from "./mask-path.js";

/** The symbol of a path's steps. A symbol cannot conflict with the names of fields. */
export const fieldSteps: unique symbol = Symbol("stratus.fieldSteps");

/** A path of a field mask from a builder: `m.rotation.nextRotationTime`. */
export interface FieldPath {
  /** The steps from the resource, by proto names and keys. */
  readonly [fieldSteps]: readonly string[];
}

/**
 * A builder of field masks. Each field of the resource is a path, and leads to the fields of its structure. A list ends the
 * path, because a mask cannot name elements. The entries of maps have keys.
 */
export type FieldMaskBuilder<T> = {
  readonly [Name in keyof T as Name extends "_unknownFields" ? never : Name]-?: PathOf<T[Name]>;
};

/** The paths of a field, by the type of its value. */
export type PathOf<Value> = JsonValue extends Value ? FieldPath : PathOfPresent<NonNullable<Value>>;

type PathOfPresent<Value> = [Value] extends [
  string | number | bigint | boolean | Uint8Array | readonly unknown[],
]
  ? FieldPath
  : [Value] extends [{ readonly $case: string; readonly value: unknown }]
    ? { readonly [Member in Value as Member["$case"]]: PathOf<Member["value"]> }
    : [Value] extends [ReadonlyMap<infer Key, unknown>]
      ? FieldMapPath<Key>
      : string extends keyof Value
        ? FieldMapPath<string>
        : number extends keyof Value
          ? FieldMapPath<number>
          : FieldPath & FieldMaskBuilder<Value>;

/** A map in a mask. */
export interface FieldMapPath<Key> extends FieldPath {
  /** Returns the path of an entry (AIP-161). Not every server accepts it. */
  key(key: Key): FieldPath;
}

/** The fields that an update sets or clears: paths as text with proto names, or from a builder. */
export type FieldMaskInput<T> = readonly string[] | ((mask: FieldMaskBuilder<T>) => readonly FieldPath[]);

/**
 * Formats the paths of a mask as text.
 *
 * @throws TypeError for a path that the type does not have, such as one to an element of a list.
 */
export function formatFieldPaths<T>(table: MessageTable<T>, input: FieldMaskInput<T>): string[] {
  if (typeof input !== "function") {
    for (const path of input) if (path !== "*") checkPath(table, parsePath(path), path);
    return [...input];
  }
  // The properties are made from the table, whose fields are T's.
  const paths = input(buildPath(table, []) as unknown as FieldMaskBuilder<T>);
  return paths.map((path) => formatPath(path[fieldSteps]));
}

/** @throws TypeError if the type has no such path. */
function checkPath(table: MessageTable, [name = "", ...rest]: readonly string[], path: string): void {
  const field = table.byName.get(name);
  if (field === undefined) {
    const hint = didYouMean(name, table.byName.keys());
    throw typeError(
      "MASK_PATH_INVALID",
      `updateMask: ${path}: ${table.typeName} has no field ${JSON.stringify(name)}${hint}`,
    );
  }
  if (rest.length === 0 || (field.shape.kind === "map" && field.shape.key !== "bool")) return;
  const inside = singleStructure(field);
  // Only the server can check a path into a `google.protobuf` value.
  if (field.shape.kind === "single" && field.shape.type.kind === "message") {
    if (inside !== undefined) checkPath(inside, rest, path);
    return;
  }
  if (field.shape.kind === "list" && rest[0] === "*") return;
  throw typeError(
    "MASK_PATH_INVALID",
    `updateMask: ${path}: a field mask cannot name a part of ${name}: name ${name} and send the whole value`,
  );
}

/** Creates a part of a builder. The parts below it are created on first use. */
function buildPath(table: MessageTable | undefined, steps: readonly string[]): FieldPath {
  const part: FieldPath = { [fieldSteps]: steps };
  for (const field of table?.fields ?? []) {
    const at = [...steps, field.name];
    if (!field.oneof) define(part, field.local, () => buildFieldPath(field, at));
    else if (!Object.hasOwn(part, field.oneof.local)) {
      const { local } = field.oneof;
      define(part, local, () => buildMembers(table, local, steps));
    }
  }
  return part;
}

/** Creates the paths of a oneof's members, which are direct fields of the message. */
function buildMembers(table: MessageTable | undefined, local: string, steps: readonly string[]): object {
  const members = {};
  for (const field of table?.fields ?? []) {
    if (field.oneof?.local === local)
      define(members, field.local, () => buildFieldPath(field, [...steps, field.name]));
  }
  return members;
}

function buildFieldPath(field: Field, steps: readonly string[]): object {
  const part = buildPath(singleStructure(field), steps);
  if (field.shape.kind !== "map") return part;
  return { ...part, key: (key: unknown): FieldPath => ({ [fieldSteps]: [...steps, String(key)] }) };
}

function define(target: object, property: string, get: () => object): void {
  Object.defineProperty(target, property, { get, enumerable: true });
}
