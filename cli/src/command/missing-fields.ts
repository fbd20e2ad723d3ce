import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { shortFlag } from "../help/field-lines.js";
import { isJsonObject, kebabCase, type Service, UsageError } from "@stratus/dynamic-client";

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

/**
 * Requires the body of a REST call, if it must have one.
 *
 * @throws A UsageError with the flags of the required fields.
 */
export function requireBody(service: Service, method: GuideMethod, request: object): void {
  const body = service.message(method.request).fields.find(({ place }) => place === "body");
  if (!service.isRest || !body?.isRequired || Object.hasOwn(request, body.name)) return;
  const flags = requiredPaths(service, body, kebabCase(body.name)).map((path) =>
    shortFlag(service, method.request, path),
  );
  const how =
    flags.length > 0 ? `pass ${flags.join(", ")}, or -f FILE` : "pass its fields with flags, or -f FILE";
  throw new UsageError("ARGUMENT_MISSING", `${method.word} needs a body: ${how}`);
}

function requiredPaths(service: Service, field: GuideField, path: string): readonly string[] {
  if (!service.isStructure(field)) return [path];
  return service
    .message(field.type)
    .fields.filter(({ isRequired }) => isRequired)
    .flatMap((inner) => requiredPaths(service, inner, `${path}.${kebabCase(inner.name)}`));
}
