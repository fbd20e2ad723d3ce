import { defineEnum, type EnumType, type OpenEnum } from "../table/enum-type.js";

const NullValue$values = {
  /** `null`. */
  NULL_VALUE: 0,
} as const;

/** The `null` of JSON, as the only value of an enum. */
export const NullValue: EnumType<typeof NullValue$values> = /*@__PURE__*/ defineEnum(NullValue$values);
export type NullValue = OpenEnum<typeof NullValue$values>;
