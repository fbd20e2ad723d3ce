import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";

/** A message as an object, by its properties. */
export type Plain = Record<string, unknown>;

/** Finds a field by its name in the proto, in JSON or in TypeScript. */
export function findField(service: Service, type: string, name: string): GuideField | undefined {
  return service
    .message(type)
    .fields.find((one) => one.name === name || one.property === name || service.jsonName(one) === name);
}

/** Returns the property of a field that is not a member of a oneof. */
export function fieldProperty(service: Service, field: GuideField): string {
  return service.isRest ? field.name : field.property;
}

/** Returns the property of the oneof that a field belongs to. */
export function oneofProperty(service: Service, type: string, field: GuideField): string | undefined {
  if (field.oneof === undefined || service.isRest) return undefined;
  return service.message(type).oneofs?.find(({ name }) => name === field.oneof)?.property;
}

/** Returns the value of a field. Undefined if another member of its oneof is set. */
export function readField(service: Service, type: string, message: object, field: GuideField): unknown {
  const oneof = oneofProperty(service, type, field);
  if (oneof === undefined) return (message as Plain)[fieldProperty(service, field)];
  const choice = (message as Plain)[oneof] as { readonly $case: string; readonly value: unknown } | undefined;
  return choice?.$case === field.property ? choice.value : undefined;
}

/** Sets a field to a value of the SDK. */
export function writeField(
  service: Service,
  type: string,
  message: object,
  field: GuideField,
  value: unknown,
): void {
  const oneof = oneofProperty(service, type, field);
  if (oneof === undefined) setProperty(message as Plain, fieldProperty(service, field), value);
  else setProperty(message as Plain, oneof, { $case: field.property, value });
}

/** The entries of a map field. */
export type MapEntries = readonly (readonly [unknown, unknown])[];

/** Returns the entries of a map, which is a `Map` if its keys are not strings, and an object otherwise. */
export function mapEntries(map: unknown): MapEntries {
  if (map instanceof Map) return [...map];
  return typeof map === "object" && map !== null ? Object.entries(map) : [];
}

/** Creates a map of the same kind as `like`. */
export function makeMap(like: unknown, entries: MapEntries): unknown {
  return like instanceof Map ? new Map(entries) : Object.fromEntries(entries as [string, unknown][]);
}

/** Sets a property, even if its name is `__proto__`. */
export function setProperty(target: Plain, name: string, value: unknown): void {
  if (Object.hasOwn(target, name)) target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns the messages in a field: the one message, the elements of a list, or the values of a map. */
export function innerMessages(service: Service, field: GuideField, value: unknown): readonly object[] {
  if (value === undefined || value === null || !service.isDescribed(field)) return [];
  if (field.isList) return value as readonly object[];
  return field.mapKey === undefined ? [value] : mapEntries(value).map(([, one]) => one as object);
}

/** Returns JSON of a message with all names as in proto3 JSON. Names that no field has are kept. */
export function withJsonNames(
  service: Service,
  field: Pick<GuideField, "kind" | "type" | "isList" | "mapKey">,
  json: GuideJson,
): GuideJson {
  if (typeof json !== "object" || json === null || !service.isDescribed(field)) return json;
  if (Array.isArray(json)) {
    const one = { ...field, isList: undefined };
    return (json as readonly GuideJson[]).map((element) => withJsonNames(service, one, element));
  }
  const entries = Object.entries(json as { readonly [name: string]: GuideJson });
  if (field.mapKey !== undefined) {
    const one = { ...field, mapKey: undefined };
    return Object.fromEntries(entries.map(([key, value]) => [key, withJsonNames(service, one, value)]));
  }
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const inner = findField(service, field.type ?? "", name);
      return inner ? [service.jsonName(inner), withJsonNames(service, inner, value)] : [name, value];
    }),
  );
}
