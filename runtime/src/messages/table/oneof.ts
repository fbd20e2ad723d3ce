/** The value of a oneof that is set. */
export interface OneofChoice {
  readonly $case: string;
  readonly value: unknown;
}

/**
 * Returns the value of a oneof's member; undefined if another member or none is set:
 * `oneofValue(disk.spec?.source, "sourceImageId")`.
 */
export function oneofValue<Oneof extends OneofChoice, Case extends Oneof["$case"]>(
  oneof: Oneof | undefined,
  member: Case,
): Extract<Oneof, { readonly $case: Case }>["value"] | undefined {
  return oneof?.$case === member ? oneof.value : undefined;
}
