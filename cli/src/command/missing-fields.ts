import type { GuideJson } from "@stratus/runtime/guide";
import { isJsonObject, type Service } from "@stratus/dynamic-client";

/**
 * Returns the paths of required fields that the JSON of a message lacks. Fields of absent messages are not required.
 *
 * @param path The path of the message, such as `body`.
 */
export function missingFields(service: Service, type: string, json: GuideJson, path = ""): readonly string[] {
  if (!isJsonObject(json)) return [];
  return service.message(type).fields.flatMap((field) => {
    const value = json[service.jsonName(field)];
    const place = path === "" ? field.name : `${path}.${field.name}`;
    if (value === undefined) return field.isRequired ? [place] : [];
    if (!service.isDescribed(field)) return [];
    const inner = field.type ?? "";
    if (Array.isArray(value))
      return value.flatMap((one: GuideJson, at) => missingFields(service, inner, one, `${place}.${at}`));
    if (field.mapKey === undefined) return missingFields(service, inner, value, place);
    return Object.entries(value as { readonly [key: string]: GuideJson }).flatMap(([key, one]) =>
      missingFields(service, inner, one, `${place}.${key}`),
    );
  });
}
