/** A oneof that is set, as a property has it. */
interface Choice {
  readonly $case: string;
  readonly value: unknown;
}

/**
 * The value of a oneof's member, or undefined where another member is set, or none:
 * `valueOf(disk.spec?.source, "sourceImageId")`.
 */
export function valueOf<Oneof extends Choice, Case extends Oneof["$case"]>(
  oneof: Oneof | undefined,
  member: Case,
): Extract<Oneof, { readonly $case: Case }>["value"] | undefined {
  return oneof?.$case === member ? oneof.value : undefined;
}
