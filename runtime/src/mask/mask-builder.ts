import { isScalar } from "../table/field-access.js";
import type { Field, MessageTable } from "../table/table.js";
import { maskSteps, type MaskBuilder } from "./mask-path.js";
import { wildcard, type MaskStep } from "./mask-seed.js";

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

/** The getters for the fields of a type. The object has no prototype, so a field may have any name. */
function structurePrototype(table: MessageTable): object {
  const prototype: object = Object.create(null);
  for (const field of table.fields) {
    if (field.oneof) continue;
    define(prototype, field.local, (steps) => fieldAt(field, [...steps, field.name]));
  }
  for (const [local, members] of oneofsOf(table)) {
    const inside = oneofPrototype(members);
    const name = members[0]?.oneof?.name ?? local;
    define(prototype, local, (steps) => partAt([...steps, name], inside));
  }
  return prototype;
}

/** The getters for the members of a oneof, which on the wire stand beside it, not inside. */
function oneofPrototype(members: readonly Field[]): object {
  const prototype: object = Object.create(null);
  for (const member of members) {
    define(prototype, member.local, (steps) => fieldAt(member, [...steps.slice(0, -1), member.name]));
  }
  return prototype;
}

function oneofsOf(table: MessageTable): Map<string, Field[]> {
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
  if (isScalar(field) || shape.type.kind !== "message") return partAt(steps, null);
  const { table } = shape.type;
  if (shape.kind === "single") return structureAt(table, steps);
  const elementAt = (step: MaskStep): Part => structureAt(table, [...steps, step]);
  return Object.create(null, {
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
