import { defineEnum, type EnumType, type OpenEnum } from "../table/enum-type.js";

const NullValue$values = {
  /** `null`. */
  NULL_VALUE: 0,
} as const;

/** The JSON value `null`, as an enum with one value. */
export const NullValue: EnumType<typeof NullValue$values> = /*@__PURE__*/ defineEnum(NullValue$values);
export type NullValue = OpenEnum<typeof NullValue$values>;
