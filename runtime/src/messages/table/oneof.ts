/** A oneof that is set, as a property has it. */
export interface OneofChoice {
  readonly $case: string;
  readonly value: unknown;
}

/**
 * The value of a oneof's member, or undefined if another member is set, or none:
 * `oneofValue(disk.spec?.source, "sourceImageId")`.
 */
export function oneofValue<Oneof extends OneofChoice, Case extends Oneof["$case"]>(
  oneof: Oneof | undefined,
  member: Case,
): Extract<Oneof, { readonly $case: Case }>["value"] | undefined {
  return oneof?.$case === member ? oneof.value : undefined;
}
