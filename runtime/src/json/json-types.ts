import type { MessageType } from "../rpc/service.js";

/**
 * A message type that an Any may hold: `{ codec: Instance, table: InstanceTable }`,
 * both from generated code.
 */
export type AnyType = MessageType<unknown>;

/** Options of `toJson`. */
export interface ToJsonOptions {
  /**
   * Writes `[hidden]` in place of fields that the proto marks `sensitive` or
   * `credentials`, wherever they stand, and of what an Any of an unknown type
   * holds. For logs; what is hidden cannot be read back. Default false.
   */
  readonly redact?: boolean;
  /** What an Any may hold. Without its type, an Any is `{ "@type", "value": base64 }`. Default none. */
  readonly anyTypes?: readonly AnyType[];
}

/** Options of `fromJson`. */
export interface FromJsonOptions {
  /** Skips fields and names of enum values that the API does not have, in place of an error. Default false. */
  readonly ignoreUnknownFields?: boolean;
  /** What an Any may hold. Without its type, an Any is read from `{ "@type", "value": base64 }`. Default none. */
  readonly anyTypes?: readonly AnyType[];
}

/** The types by their names. */
export function byTypeName(types: readonly AnyType[] = []): ReadonlyMap<string, AnyType> {
  return new Map(types.map((type) => [type.table.typeName, type]));
}
