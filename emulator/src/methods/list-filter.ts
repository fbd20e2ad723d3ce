import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { fieldBehaviors, hasStringField, isSecretField } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
import { compileFilter } from "../filter/compile.js";
import { FilterError } from "../filter/filter-error.js";
import { readString } from "../messages/read.js";

/** The filter of a List request. */
export interface ListFilter {
  /** The filter as received. Empty if the request has none. */
  readonly text: string;
  /** Returns whether to list an item. Undefined if all items are listed. */
  readonly matches: ((item: ReflectMessage) => boolean) | undefined;
}

/** Returns the name of the filter field of a List request, if it has one. */
export function filterFields({ desc }: ReflectMessage): readonly string[] {
  return hasStringField(desc, "filter") ? ["filter"] : [];
}

/**
 * Reads the string `filter` of a List request (AIP-160), if it has one.
 *
 * @param item the type of the listed items
 * @throws INVALID_ARGUMENT with the position in the filter if it is malformed or does not match the type
 */
export function readFilter(cloud: Cloud, request: ReflectMessage, item: DescMessage | undefined): ListFilter {
  const text = readString(request, "filter");
  if (text === "" || item === undefined) return { text, matches: undefined };
  const { options } = cloud.api;
  const isExcluded = (field: DescField): boolean =>
    isSecretField(field, options) || fieldBehaviors(field, options).includes("INPUT_ONLY");
  try {
    return { text, matches: compileFilter(text, item, isExcluded) };
  } catch (error) {
    if (error instanceof FilterError) throw badRequest("filter", error.message);
    throw error;
  }
}
