import { rangeError } from "../../../base/text/coded-error.js";
import { isScalar } from "../../table/field-access.js";
import type { JsonValue } from "../../table/json-value.js";
import type { Field, MessageTable } from "../../table/table.js";
import { type MaskStep, wildcard } from "./mask-tree.js";
import { rejectMisspelled } from "./misspelled-path.js";

/** The symbol of a path's steps. A symbol cannot conflict with the names of fields. */
export const maskSteps: unique symbol = Symbol.for("@stratus/runtime mask steps") as never;

/** An entry of a mask from a builder: `m.spec.secondaryDisks`. */
export interface MaskPath {
  /** The steps from the root, by proto names. */
  readonly [maskSteps]: readonly MaskStep[];
}

/**
 * A builder of masks. Each field of the message is a path, and leads to the fields of its messages. The doc comments of the
 * fields are kept. A structure has no wildcard, because it would clear fields that this SDK does not know.
 */
export type MaskBuilder<T> = {
  readonly [Name in keyof T as Name extends "_unknownFields" ? never : Name]-?: MaskOf<T[Name]>;
};

/** The paths of a field, by the type of its value. A scalar or plain JSON ends a path. */
export type MaskOf<Value> = JsonValue extends Value ? MaskPath : MaskOfPresent<NonNullable<Value>>;

/** A list of messages in a mask. To clear the list, name it and do not send it. */
export interface MaskList<Element> extends MaskPath {
  /**
   * Returns the path of the element at an index, from 0.
   *
   * @throws RangeError if the index is not an integer from 0.
   */
  at(index: number): MaskOf<Element>;
  /** The path of all elements. */
  readonly each: MaskOf<Element>;
}

/** A map of messages in a mask. To clear the map, name it and do not send it. */
export interface MaskMap<Key, Value> extends MaskPath {
  /** Returns the path of the value of a key. */
  key(key: Key): MaskOf<Value>;
  /** The path of the values of all keys. */
  readonly each: MaskOf<Value>;
}

type MaskOfPresent<Value> = [Value] extends [Scalar]
  ? MaskPath
  : [Value] extends [{ readonly $case: string; readonly value: unknown }]
    ? MaskPath & MaskOneof<Value>
    : [Value] extends [readonly (infer Element)[]]
      ? IsMessage<Element> extends true
        ? MaskList<Element>
        : MaskPath
      : [Value] extends [ReadonlyMap<infer Key, infer MapValue>]
        ? MaskOfMap<Key, MapValue>
        : string extends keyof Value
          ? MaskOfMap<string, Value[keyof Value]>
          : number extends keyof Value
            ? MaskOfMap<number, Value[keyof Value]>
            : MaskPath & MaskBuilder<Value>;

/** A oneof is a path for the member that is set, and has the paths of its members by `$case`. */
type MaskOneof<Value extends { readonly $case: string; readonly value: unknown }> = {
  readonly [Member in Value as Member["$case"]]: MaskOf<Member["value"]>;
};

type MaskOfMap<Key, Value> = IsMessage<Value> extends true ? MaskMap<Key, Value> : MaskPath;

type Scalar = string | number | bigint | boolean | Uint8Array;

/** Whether a type is that of a message, rather than a scalar or plain JSON. */
type IsMessage<Value> = JsonValue extends Value
  ? false
  : [NonNullable<Value>] extends [Scalar | readonly unknown[]]
    ? false
    : string extends keyof NonNullable<Value>
      ? false
      : true;

/** Creates a builder for the masks of a message type. */
export function maskBuilder<T>(table: MessageTable<T>): MaskBuilder<T> {
  // By the table, it has the properties of a builder for T.
  return createStructurePart(table, []) as Part & MaskBuilder<T>;
}

/** A part of a builder: its steps, and getters for the parts below it. */
interface Part {
  readonly [maskSteps]: readonly MaskStep[];
}

function createPart(steps: readonly MaskStep[], prototype: object | null): Part {
  return Object.create(prototype, { [maskSteps]: { value: Object.freeze(steps) } });
}

function createStructurePart(table: MessageTable, steps: readonly MaskStep[]): Part {
  return createPart(steps, table.once(structurePrototype));
}

/** Creates the getters for the fields of a type. The prototype has no other names, so a field can have any name. */
function structurePrototype(table: MessageTable): object {
  const prototype = createPrototype(table.typeName);
  for (const field of table.fields) {
    if (field.oneof) continue;
    define(prototype, field.local, (steps) => createFieldPart(field, [...steps, field.name]));
  }
  for (const [local, members] of groupOneofs(table)) {
    const name = members[0]?.oneof?.name ?? local;
    const inside = oneofPrototype(name, members);
    define(prototype, local, (steps) => createPart([...steps, name], inside));
  }
  return prototype;
}

/** Creates the getters for the members of a oneof, which are fields of the message. */
function oneofPrototype(name: string, members: readonly Field[]): object {
  const prototype = createPrototype(`the oneof ${name}`);
  for (const member of members) {
    define(prototype, member.local, (steps) => createFieldPart(member, [...steps.slice(0, -1), member.name]));
  }
  return prototype;
}

/** Creates an object for getters. Reading any other name throws. */
function createPrototype(what: string): object {
  const prototype: object = Object.create(rejectMisspelled(what, () => Object.keys(prototype), readSteps));
  return prototype;
}

function readSteps(part: object): readonly MaskStep[] {
  // Only parts of builders have these prototypes.
  return (part as Part)[maskSteps];
}

const leaf: object = /*@__PURE__*/ rejectMisspelled("a value without fields", () => [], readSteps);
const listParts: object = /*@__PURE__*/ rejectMisspelled("a list", () => ["each", "at"], readSteps);
const mapParts: object = /*@__PURE__*/ rejectMisspelled("a map", () => ["each", "key"], readSteps);

function groupOneofs(table: MessageTable): Map<string, Field[]> {
  const oneofs = new Map<string, Field[]>();
  for (const field of table.fields) {
    if (field.oneof) oneofs.set(field.oneof.local, [...(oneofs.get(field.oneof.local) ?? []), field]);
  }
  return oneofs;
}

function define(prototype: object, property: string, make: (steps: readonly MaskStep[]) => Part): void {
  Object.defineProperty(prototype, property, {
    enumerable: true,
    get(this: Part) {
      return make(this[maskSteps]);
    },
  });
}

function createFieldPart(field: Field, steps: readonly MaskStep[]): Part {
  const { shape } = field;
  if (isScalar(field) || shape.type.kind !== "message") return createPart(steps, leaf);
  const { table } = shape.type;
  if (shape.kind === "single") return createStructurePart(table, steps);
  const createElementPart = (step: MaskStep): Part => createStructurePart(table, [...steps, step]);
  return Object.create(shape.kind === "list" ? listParts : mapParts, {
    [maskSteps]: { value: Object.freeze(steps) },
    each: { get: () => createElementPart(wildcard) },
    ...(shape.kind === "list"
      ? { at: { value: (index: number) => createElementPart(toIndexStep(index)) } }
      : { key: { value: (key: string | number | bigint | boolean) => createElementPart(String(key)) } }),
  });
}

function toIndexStep(index: number): string {
  if (Number.isSafeInteger(index) && index >= 0) return String(index);
  throw rangeError("MASK_PATH_INVALID", `an index of a list must be an integer from 0, got ${String(index)}`);
}
