import type { DescEnum, DescEnumValue, DescMessage, ScalarType } from "@bufbuild/protobuf";
import { enumNames } from "./enum-names.js";
import { plainTypeText } from "./plain-types.js";
import { scalarType } from "./scalar-form.js";

/** What the code of messages calls types and values, for those who write about it. */
export interface FormNames {
  /** Type of a scalar in TypeScript. */
  scalar(scalar: ScalarType): string;
  /** Type of the plain value that a message type is; undefined where it is a message. */
  plain(message: DescMessage): string | undefined;
  /** Names of the values of an enum. */
  values(one: DescEnum): ReadonlyMap<DescEnumValue, string>;
}

/** As the modules of messages have it. */
export const formNames: FormNames = {
  scalar: scalarType,
  plain: plainTypeText,
  values: (one) => enumNames(one).local,
};
