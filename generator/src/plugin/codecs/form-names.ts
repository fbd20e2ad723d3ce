import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";
import { enumNames } from "./enum-names.js";

/** Names of values in the code of messages, for those who write about it. */
export interface FormNames {
  /** Names of the values of an enum. */
  values(one: DescEnum): ReadonlyMap<DescEnumValue, string>;
}

/** As the modules of messages have it. */
export const formNames: FormNames = {
  values: (one) => enumNames(one).local,
};
