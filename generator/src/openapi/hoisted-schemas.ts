import { isJsonObject, propertyOf, type Json, type JsonObject } from "./read/json.js";
import { stepsOf } from "./read/spec-node.js";

/**
 * A description in which every schema that is referred to is a component.
 * References may lead anywhere, such as into the response of another operation;
 * openapi-typescript follows those that lead to components, and loses its way
 * inside of others.
 */
export function withHoistedSchemas(root: JsonObject): JsonObject {
  const names = new Map<string, string>();
  const nameOf = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const words = reference.match(/[A-Za-z0-9]+/g) ?? [];
    const name = `${words.join("_")}_${names.size + 1}`;
    names.set(reference, name);
    return name;
  };
  const copy = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => copy(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]): [string, Json] => {
        const isDeep = key === "$ref" && typeof part === "string" && isInsideOther(part);
        return [key, isDeep ? `#/components/schemas/${nameOf(part)}` : copy(part)];
      }),
    );
  };
  const { components = {}, ...rest } = root;
  const whole = copy(rest) as JsonObject;
  const known = isJsonObject(components) ? (copy(components) as JsonObject) : {};
  const hoisted: Record<string, Json> = {};
  // A target may refer to others in turn: the map grows as it is read.
  for (const [reference, name] of names) hoisted[name] = copy(targetOf(root, reference) ?? {});
  const schemas = { ...(propertyOf(known, "schemas") as JsonObject | undefined), ...hoisted };
  return names.size === 0 ? root : { ...whole, components: { ...known, schemas } };
}

/** The reference leads to a schema that is no component itself. */
function isInsideOther(reference: string): boolean {
  const isSchema = /\/schema(\/|$)|^#\/components\/schemas\//.test(reference);
  return isSchema && !/^#\/components\/schemas\/[^/]+$/.test(reference);
}

function targetOf(root: JsonObject, reference: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of stepsOf(reference)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) ? propertyOf(value, name) : undefined;
  }
  return value;
}
