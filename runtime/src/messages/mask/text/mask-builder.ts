import { isScalar } from "../../table/field-access.js";
import type { JsonValue } from "../../table/json-value.js";
import type { Field, MessageTable } from "../../table/table.js";
import { type MaskStep, wildcard } from "./mask-tree.js";
import { rejectMisspelled } from "./misspelled-path.js";

/** Under this symbol a path keeps its steps, so that a field of any name can be beside it. */
export const maskSteps: unique symbol = Symbol("stratus.maskSteps");

/** One entry of a mask, made by a builder: `m.spec.secondaryDisks`. */
export interface MaskPath {
  /** The steps from the root, by proto names. */
  readonly [maskSteps]: readonly MaskStep[];
}

/**
 * A message as its mask sees it: each field is a path, and goes on into what
 * the field holds. The doc comments of the fields are kept. A structure has no
 * wildcard, since it would clear fields that this SDK does not know.
 */
export type MaskBuilder<T> = {
  readonly [Name in keyof T as Name extends "_unknownFields" ? never : Name]-?: MaskOf<T[Name]>;
};

/** The paths that a mask can have of a field, by the type of its value. Plain JSON and scalars end a path. */
export type MaskOf<Value> = JsonValue extends Value ? MaskPath : MaskOfPresent<NonNullable<Value>>;

/** A list of messages in a mask. To clear the list, name it and do not send it. */
export interface MaskList<Element> extends MaskPath {
  /**
   * The element at an index, from 0.
   *
   * @throws A RangeError for anything but a whole number from 0.
   */
  at(index: number): MaskOf<Element>;
  /** Every element. */
  readonly each: MaskOf<Element>;
}

/** A map of messages in a mask. To clear the map, name it and do not send it. */
export interface MaskMap<Key, Value> extends MaskPath {
  /** The value of a key. */
  key(key: Key): MaskOf<Value>;
  /** The values of all keys. */
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
      : [Value] extends [ReadonlyMap<infer Key, infer Held>]
        ? MaskOfMap<Key, Held>
        : string extends keyof Value
          ? MaskOfMap<string, Value[keyof Value]>
          : number extends keyof Value
            ? MaskOfMap<number, Value[keyof Value]>
            : MaskPath & MaskBuilder<Value>;

/** A oneof is a path (whichever member is set), and holds its members by `$case`. */
type MaskOneof<Value extends { readonly $case: string; readonly value: unknown }> = {
  readonly [Member in Value as Member["$case"]]: MaskOf<Member["value"]>;
};

type MaskOfMap<Key, Value> = IsMessage<Value> extends true ? MaskMap<Key, Value> : MaskPath;

type Scalar = string | number | bigint | boolean | Uint8Array;

/** Whether a value's type is that of a message: no scalar, and no plain JSON. */
type IsMessage<Value> = JsonValue extends Value
  ? false
  : [NonNullable<Value>] extends [Scalar | readonly unknown[]]
    ? false
    : string extends keyof NonNullable<Value>
      ? false
      : true;

/** A builder for the masks of a message type. */
export function maskBuilder<T>(table: MessageTable<T>): MaskBuilder<T> {
  // The members are made from the table, whose fields are T's.
  return structureAt(table, []) as Part & MaskBuilder<T>;
}

/** A part of a builder: its steps, and getters for what is below. */
interface Part {
  readonly [maskSteps]: readonly MaskStep[];
}

function partAt(steps: readonly MaskStep[], prototype: object | null): Part {
  return Object.create(prototype, { [maskSteps]: { value: Object.freeze(steps) } });
}

function structureAt(table: MessageTable, steps: readonly MaskStep[]): Part {
  return partAt(steps, table.once(structurePrototype));
}

/** The getters for the fields of a type. Behind them is nothing that has names, so a field may have any. */
function structurePrototype(table: MessageTable): object {
  const prototype = prototypeOf(table.typeName);
  for (const field of table.fields) {
    if (field.oneof) continue;
    define(prototype, field.local, (steps) => fieldAt(field, [...steps, field.name]));
  }
  for (const [local, members] of groupOneofs(table)) {
    const name = members[0]?.oneof?.name ?? local;
    const inside = oneofPrototype(name, members);
    define(prototype, local, (steps) => partAt([...steps, name], inside));
  }
  return prototype;
}

/** The getters for the members of a oneof, which on the wire are beside it, not inside. */
function oneofPrototype(name: string, members: readonly Field[]): object {
  const prototype = prototypeOf(`the oneof ${name}`);
  for (const member of members) {
    define(prototype, member.local, (steps) => fieldAt(member, [...steps.slice(0, -1), member.name]));
  }
  return prototype;
}

/** An object for getters, which knows them when another one is asked for. */
function prototypeOf(what: string): object {
  const prototype: object = Object.create(rejectMisspelled(what, () => Object.keys(prototype), stepsOf));
  return prototype;
}

function stepsOf(part: object): readonly MaskStep[] {
  // Nothing but parts of builders has these prototypes.
  return (part as Part)[maskSteps];
}

const leaf: object = /*@__PURE__*/ rejectMisspelled("a value without fields", () => [], stepsOf);
const listParts: object = /*@__PURE__*/ rejectMisspelled("a list", () => ["each", "at"], stepsOf);
const mapParts: object = /*@__PURE__*/ rejectMisspelled("a map", () => ["each", "key"], stepsOf);

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

function fieldAt(field: Field, steps: readonly MaskStep[]): Part {
  const { shape } = field;
  if (isScalar(field) || shape.type.kind !== "message") return partAt(steps, leaf);
  const { table } = shape.type;
  if (shape.kind === "single") return structureAt(table, steps);
  const elementAt = (step: MaskStep): Part => structureAt(table, [...steps, step]);
  return Object.create(shape.kind === "list" ? listParts : mapParts, {
    [maskSteps]: { value: Object.freeze(steps) },
    each: { get: () => elementAt(wildcard) },
    ...(shape.kind === "list"
      ? { at: { value: (index: number) => elementAt(indexStep(index)) } }
      : { key: { value: (key: string | number | bigint | boolean) => elementAt(String(key)) } }),
  });
}

function indexStep(index: number): string {
  if (Number.isSafeInteger(index) && index >= 0) return String(index);
  throw new RangeError(`an index of a list is a whole number from 0, got ${String(index)}`);
}
