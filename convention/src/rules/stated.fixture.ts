import type { StatedField } from "./model.js";
import { readStatements } from "./statements.js";
import { ruledApi, type RuledApiOptions } from "./validate.fixture.js";

/** Statements about the fields of each of some messages, by their names. */
export function statedOf(messages: readonly string[], options: RuledApiOptions = { syntax: "proto3" }) {
  const bodies = messages.map((fields, index) => `message M${index} { ${fields} }`);
  const api = ruledApi(`${bodies.join(" ")} enum E { E_A = 0; E_B = 1; } message P {}`, options);
  const statements = readStatements(api.options);
  return messages.map((_, index) =>
    Object.fromEntries(api.message(`M${index}`).fields.map((field) => [field.name, statements.field(field)])),
  );
}

/** The rows of a table, each with what is stated about its field `a`. */
export function withStated<Want>(
  rows: readonly (readonly [field: string, want: Want])[],
  options?: RuledApiOptions,
): (readonly [field: string, want: Want, stated: StatedField])[] {
  const stated = statedOf(
    rows.map(([field]) => field),
    options,
  );
  return rows.map(([field, want], index) => [field, want, stated[index]!["a"]!]);
}
