import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isSecretField } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isJsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import { findField } from "./message-fields.js";
import { isPlaceholder, omittedKey } from "./shown-marker.js";

/**
 * Refuses placeholders of values that were not shown where no value can take their place, such as in a new resource.
 *
 * @throws A UsageError that names the field.
 */
export function refusePlaceholders(service: Service, field: GuideField, value: GuideJson): void {
  if (isSecretField(field)) {
    const all = isJsonObject(value) ? Object.values(value) : ([value].flat() as readonly GuideJson[]);
    const found = all.find(isPlaceholder);
    if (found !== undefined)
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${field.name}: ${String(found)} is a placeholder for a secret; leave the field out to keep the value, or set a new one`,
      );
  }
  if (Array.isArray(value)) {
    for (const one of value as readonly GuideJson[])
      refusePlaceholders(service, { ...field, isList: undefined }, one);
    return;
  }
  if (!isJsonObject(value) || !service.isDescribed(field)) return;
  if (field.mapKey !== undefined) {
    const inner = { ...field, mapKey: undefined };
    for (const one of Object.values(value)) refusePlaceholders(service, inner, one);
    return;
  }
  if (Object.hasOwn(value, omittedKey))
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${field.name}: ${omittedKey} stands for values that were not shown, and there are none to take their place; remove the marker, or update the resource that it comes from`,
    );
  for (const [name, one] of Object.entries(value)) {
    const inner = findField(service, field.type ?? "", name);
    if (inner) refusePlaceholders(service, inner, one);
  }
}
