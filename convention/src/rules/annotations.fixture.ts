import type { FieldAnnotations } from "./model.js";
import { readAnnotations } from "./annotations.js";
import { ruledApi, type RuledApiOptions } from "./validate.fixture.js";

/** Annotations about the fields of each of some messages, by their names. */
export function readFieldAnnotations(
  messages: readonly string[],
  options: RuledApiOptions = { syntax: "proto3" },
) {
  const bodies = messages.map((fields, index) => `message M${index} { ${fields} }`);
  const api = ruledApi(`${bodies.join(" ")} enum E { E_A = 0; E_B = 1; } message P {}`, options);
  const annotations = readAnnotations(api.options);
  return messages.map((_, index) =>
    Object.fromEntries(
      api.message(`M${index}`).fields.map((field) => [field.name, annotations.field(field)]),
    ),
  );
}

/** The rows of a table, each with what is stated about its field `a`. */
export function withAnnotations<Want>(
  rows: readonly (readonly [field: string, want: Want])[],
  options?: RuledApiOptions,
): (readonly [field: string, want: Want, stated: FieldAnnotations])[] {
  const stated = readFieldAnnotations(
    rows.map(([field]) => field),
    options,
  );
  return rows.map(([field, want], index) => [field, want, stated[index]!["a"]!]);
}
