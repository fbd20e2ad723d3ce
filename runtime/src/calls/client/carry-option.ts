import type { CallOptions, CarryOptions } from "../chain/call-options.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { isRecord, propertyName, type Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { readResourceId, readResourceVersion } from "./resource-version.js";

/**
 * Applies the option `carry` of an Update: on every level, fields that the request omits get the values of the given
 * resource, and the version is the one that was read. The given request is not changed.
 *
 * @throws OptionsError if the option is not a resource, is another one than that of the request, or has no version.
 */
export function applyCarryOption(table: MessageTable, request: object, options: CallOptions): object {
  const { carry } = options as Partial<CarryOptions<object>>;
  if (carry === undefined) return request;
  const { resource, unguarded } = readCarry(carry);
  const [id, version] = [readResourceId(table, resource), readResourceVersion(table, resource)];
  if (id === "")
    throw invalidOption("carry", "the value is not a resource that was read, because it has no metadata.id");
  if (version === undefined && !unguarded) {
    throw invalidOption(
      "carry",
      "the resource has no resource_version, so the update would undo what others have changed since it was " +
        "read; use modify, or carry: { resource, unguarded: true } to send it anyway",
    );
  }
  const whole = merge(table, request as Properties, resource, true);
  if (readResourceId(table, whole) !== id) {
    throw new OptionsError("OPTION_CONFLICT", "carry: the request and the resource have different ids", {
      option: "carry",
    });
  }
  if (readResourceVersion(table, whole) !== version) {
    throw new OptionsError(
      "OPTION_CONFLICT",
      "carry: the request and the resource have different resource_versions; leave it out of the request",
      { option: "carry" },
    );
  }
  return whole;
}

function readCarry(carry: unknown): { readonly resource: Properties; readonly unguarded: boolean } {
  const isWrapped = isRecord(carry) && Object.hasOwn(carry, "unguarded");
  const resource = isWrapped ? carry["resource"] : carry;
  if (!isRecord(resource)) throw invalidOption("carry", "the value must be a resource as get returned it");
  return { resource, unguarded: isWrapped && carry["unguarded"] === true };
}

/** Merges a request with a resource: the given properties, even undefined ones, and all others of the resource. */
function merge(table: MessageTable, given: Properties, rest: Properties, isTop: boolean): Properties {
  const whole = { ...given };
  for (const field of table.fields) {
    const property = propertyName(field);
    if (!Object.hasOwn(rest, property)) continue;
    if (!Object.hasOwn(given, property)) whole[property] = rest[property];
    const [left, right] = [given[property], rest[property]];
    const inside =
      field.shape.kind === "single" && !field.oneof ? structureTable(field.shape.type) : undefined;
    if (inside && isRecord(left) && isRecord(right)) whole[property] = merge(inside, left, right, false);
  }
  // At the top level, resource and request are of different types, and so are their unknown fields.
  if (!isTop && !Object.hasOwn(given, "_unknownFields") && Object.hasOwn(rest, "_unknownFields")) {
    whole["_unknownFields"] = rest["_unknownFields"];
  }
  return whole;
}
