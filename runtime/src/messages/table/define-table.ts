import { camelCase } from "./camel-case.js";
import { numbersInProto, type AnyEnum } from "./enum-type.js";
import { fill } from "./fill.js";
import type { MessageInit } from "./message-init.js";
import type { LoadRules } from "./rules.js";
import type {
  Field,
  FieldMore,
  FieldRow,
  MessageTable,
  Oneof,
  Shape,
  TypeRow,
  ValueRow,
  ValueType,
} from "./table.js";

/**
 * Defines a field table by the rows that generated code writes. The rows are a function, because the tables of one file may
 * refer to each other. It runs on first use, so an unused table costs almost nothing. The rules of the API are loaded even
 * later, when the first message is checked.
 */
export function defineTable<T>(
  typeName: string,
  rows: () => readonly FieldRow[],
  rules?: LoadRules,
): MessageTable<T> {
  const table = new LazyTable<T>(typeName, rows);
  table.rules = rules;
  return table;
}

/** A field table that reads its rows on first use. */
export class LazyTable<T> implements MessageTable<T> {
  declare readonly message?: T;
  readonly typeName: string;
  declare rules: LoadRules | undefined;
  readonly #rows: () => readonly FieldRow[];
  #fields: readonly Field[] | undefined;
  #byName: ReadonlyMap<string, Field> | undefined;
  #made: Map<(table: MessageTable) => unknown, unknown> | undefined;

  constructor(typeName: string, rows: () => readonly FieldRow[]) {
    this.typeName = typeName;
    this.#rows = rows;
  }

  get fields(): readonly Field[] {
    return (this.#fields ??= this.#rows().map(readRow));
  }

  get byName(): ReadonlyMap<string, Field> {
    return (this.#byName ??= new Map(this.fields.map((field) => [field.name, field])));
  }

  once<Made>(make: (table: MessageTable) => Made): Made {
    const values = (this.#made ??= new Map());
    const known = values.get(make);
    // The value of each function was made by this function.
    if (known !== undefined) return known as Made;
    const made = make(this);
    values.set(make, made);
    return made;
  }

  readonly create = (init?: MessageInit<T>): T => fill<T>(this, init ?? ({} as MessageInit<T>));
}

function readRow([name, type, more = {}]: FieldRow): Field {
  const usual = camelCase(name);
  return {
    name,
    local: more.local ?? usual,
    json: more.json ?? usual,
    number: more.number ?? 0,
    shape: readType(type, more.longAsString),
    hasPresence: more.presence ?? false,
    isRequired: more.required ?? false,
    oneof: more.oneof === undefined ? undefined : readOneof(more.oneof),
    behaviors: more.behaviors ?? [],
    isSecret: more.secret ?? false,
    isUnsent: more.unsent ?? false,
    wire: more.wire,
  };
}

function readOneof(row: NonNullable<FieldMore["oneof"]>): Oneof {
  return typeof row === "string" ? { name: row, local: camelCase(row) } : { name: row[0], local: row[1] };
}

function readType(row: TypeRow, longAsString: FieldMore["longAsString"]): Shape {
  if (!isSeveral(row)) return { kind: "single", type: readValue(row, longAsString) };
  return row.length === 1
    ? { kind: "list", type: readValue(row[0], longAsString) }
    : { kind: "map", key: row[0], type: readValue(row[1]) };
}

/** `Array.isArray` does not narrow readonly arrays. */
function isSeveral(row: TypeRow): row is Extract<TypeRow, readonly unknown[]> {
  return Array.isArray(row);
}

function readValue(row: ValueRow, longAsString?: FieldMore["longAsString"]): ValueType {
  if (typeof row !== "string") {
    return isTable(row) ? { kind: "message", table: row } : { kind: "enum", values: numbersInProto(row) };
  }
  if (!isScalar(row)) return { kind: "wellKnown", name: row };
  return { kind: "scalar", scalar: row, ...(longAsString && { longAsString }) };
}

/** An enum may have a value `typeName`, which is a number. */
function isTable(row: AnyEnum | MessageTable): row is MessageTable {
  return "typeName" in row && typeof row.typeName === "string";
}

/** Names of scalars are plain words; those of well-known types are dotted. */
function isScalar(row: Extract<ValueRow, string>): row is Exclude<typeof row, `${string}.${string}`> {
  return !row.includes(".");
}
