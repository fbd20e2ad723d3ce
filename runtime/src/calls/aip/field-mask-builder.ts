import { structureTable } from "../../messages/mask/fields/message-fields.js";
import type { JsonValue } from "../../messages/table/json-value.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { parsePath, printPath } from "./mask-path.js";

/** Under this symbol a path keeps its steps, so that a field of any name can be beside it. */
export const fieldSteps: unique symbol = Symbol("stratus.fieldSteps");

/** One path of a field mask, made by a builder: `m.rotation.nextRotationTime`. */
export interface FieldPath {
  /** The steps from the resource, by proto names and keys. */
  readonly [fieldSteps]: readonly string[];
}

/**
 * A resource as its field mask sees it: each field is a path, and goes on into the structure that it holds. Lists end a
 * path, since masks name no elements; entries of maps have a key.
 */
export type FieldMaskBuilder<T> = {
  readonly [Name in keyof T as Name extends "_unknownFields" ? never : Name]-?: PathOf<T[Name]>;
};

/** The paths that a mask can have of a field, by the type of its value. */
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
  /** The entry of a key (AIP-161); not every server takes it. */
  key(key: Key): FieldPath;
}

/** The fields that an update sets or clears: paths made by a builder, or their texts, in proto names. */
export type FieldMaskInput<T> = readonly string[] | ((mask: FieldMaskBuilder<T>) => readonly FieldPath[]);

/**
 * The paths of a mask, as text.
 * @throws A TypeError for a path that the type does not have, such as one to an element of a list.
 */
export function fieldPaths<T>(table: MessageTable<T>, input: FieldMaskInput<T>): string[] {
  if (typeof input !== "function") {
    for (const path of input) if (path !== "*") requirePath(table, parsePath(path), path);
    return [...input];
  }
  // The properties are made from the table, whose fields are T's.
  const paths = input(builderAt(table, []) as unknown as FieldMaskBuilder<T>);
  return paths.map((path) => printPath(path[fieldSteps]));
}

/** @throws A TypeError if the type has no such path. */
function requirePath(table: MessageTable, [name = "", ...rest]: readonly string[], path: string): void {
  const field = table.byName.get(name);
  if (field === undefined) {
    const hint = didYouMean(name, table.byName.keys());
    throw new TypeError(`updateMask: ${path}: ${table.typeName} has no field ${JSON.stringify(name)}${hint}`);
  }
  if (rest.length === 0 || (field.shape.kind === "map" && field.shape.key !== "bool")) return;
  const inside = insideOf(field);
  // One step into a value of google.protobuf is the server's to judge.
  if (field.shape.kind === "single" && field.shape.type.kind === "message") {
    if (inside !== undefined) requirePath(inside, rest, path);
    return;
  }
  if (field.shape.kind === "list" && rest[0] === "*") return;
  throw new TypeError(
    `updateMask: ${path}: a field mask cannot name a part of ${name}: name ${name}, and send all of it`,
  );
}

function insideOf({ shape }: Field): MessageTable | undefined {
  return shape.kind === "single" ? structureTable(shape.type) : undefined;
}

/** A part of a builder: its steps, and what is below, each made when it is asked for. */
function builderAt(table: MessageTable | undefined, steps: readonly string[]): FieldPath {
  const part: FieldPath = { [fieldSteps]: steps };
  for (const field of table?.fields ?? []) {
    const at = [...steps, field.name];
    if (!field.oneof) define(part, field.local, () => pathAt(field, at));
    else if (!Object.hasOwn(part, field.oneof.local)) {
      const { local } = field.oneof;
      define(part, local, () => membersOf(table, local, steps));
    }
  }
  return part;
}

/** The members of a oneof, which are beside each other in the message. */
function membersOf(table: MessageTable | undefined, local: string, steps: readonly string[]): object {
  const members = {};
  for (const field of table?.fields ?? []) {
    if (field.oneof?.local === local)
      define(members, field.local, () => pathAt(field, [...steps, field.name]));
  }
  return members;
}

function pathAt(field: Field, steps: readonly string[]): object {
  const part = builderAt(insideOf(field), steps);
  if (field.shape.kind !== "map") return part;
  return { ...part, key: (key: unknown): FieldPath => ({ [fieldSteps]: [...steps, String(key)] }) };
}

function define(target: object, property: string, get: () => object): void {
  Object.defineProperty(target, property, { get, enumerable: true });
}
