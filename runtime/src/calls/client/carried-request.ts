import type { CallOptions, CarryOptions } from "../chain/call-options.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { isRecord, propertyName, type Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { OptionsError } from "../../base/text/options-error.js";
import { idOf, versionOf } from "./resource-version.js";

/**
 * The request of an Update with the rest of the resource that it is for, if the option `carry` gives one: on every level,
 * what the request leaves out is as it was read, and the version is the one that was read. The request is not changed.
 *
 * @throws An OptionsError for something that is not a resource, for another one than the request's, and for one without
 * a version.
 */
export function withCarried(table: MessageTable, request: object, options: CallOptions): object {
  const { carry } = options as Partial<CarryOptions<object>>;
  if (carry === undefined) return request;
  const { resource, unguarded } = readCarry(carry);
  const [id, version] = [idOf(table, resource), versionOf(table, resource)];
  if (id === "") throw new OptionsError("carry: this is not a resource that was read: it has no metadata.id");
  if (version === undefined && !unguarded) {
    throw new OptionsError(
      "carry: the resource has no resource_version, so the update would undo what others have changed since it was " +
        "read; use modify, or write carry: { resource, unguarded: true } to send it all the same",
    );
  }
  const whole = merged(table, request as Properties, resource, true);
  if (idOf(table, whole) !== id) {
    throw new OptionsError(
      "carry: the request is for another resource than the one that was read: the ids differ",
    );
  }
  if (versionOf(table, whole) !== version) {
    throw new OptionsError(
      "carry: the request has another resource_version than the resource that was read; leave it out",
    );
  }
  return whole;
}

function readCarry(carry: unknown): { readonly resource: Properties; readonly unguarded: boolean } {
  const isWrapped = isRecord(carry) && Object.hasOwn(carry, "unguarded");
  const resource = isWrapped ? carry["resource"] : carry;
  if (!isRecord(resource))
    throw new OptionsError("carry: write the resource that was read, as get returned it");
  return { resource, unguarded: isWrapped && carry["unguarded"] === true };
}

/** All that is given, and the rest of the rest: a property that is undefined is given. */
function merged(table: MessageTable, given: Properties, rest: Properties, isTop: boolean): Properties {
  const whole = { ...given };
  for (const field of table.fields) {
    const property = propertyName(field);
    if (!Object.hasOwn(rest, property)) continue;
    if (!Object.hasOwn(given, property)) whole[property] = rest[property];
    const [own, other] = [given[property], rest[property]];
    const inside =
      field.shape.kind === "single" && !field.oneof ? structureTable(field.shape.type) : undefined;
    if (inside && isRecord(own) && isRecord(other)) whole[property] = merged(inside, own, other, false);
  }
  // Those of a resource are of another type than those of its request.
  if (!isTop && !Object.hasOwn(given, "_unknownFields") && Object.hasOwn(rest, "_unknownFields")) {
    whole["_unknownFields"] = rest["_unknownFields"];
  }
  return whole;
}
