/** Values of examples as plain data; views print them. */

/** A value that an example gives. */
export type Example =
  | { readonly kind: "scalar"; readonly value: string | number | bigint | boolean | Uint8Array }
  | { readonly kind: "list"; readonly items: readonly Example[] }
  | {
      readonly kind: "map";
      readonly isObject: boolean;
      readonly entries: readonly (readonly [Example, Example])[];
    }
  | { readonly kind: "case"; readonly name: string; readonly value: Example }
  | ExampleRecord;

/** A message that an example gives, by properties. */
export interface ExampleRecord {
  readonly kind: "record";
  readonly entries: readonly (readonly [property: string, value: Example])[];
}

/** A plain value of an example. */
export function scalar(value: string | number | bigint | boolean | Uint8Array): Example {
  return { kind: "scalar", value };
}
