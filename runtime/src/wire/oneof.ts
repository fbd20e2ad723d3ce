/** A oneof, as a property has it. */
export interface Choice {
  readonly $case: string;
  readonly value: unknown;
}

/** The value of a oneof's member, if it is the one that is set. */
export function valueOf<T>(oneof: Choice | undefined, member: string): T | undefined {
  return oneof?.$case === member ? (oneof.value as T) : undefined;
}
