import { isJsonObject, type Json, type JsonObject } from "../json.js";

/** Returns the value at a pointer such as `#/components/schemas/Pet`. */
export function findValue(root: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const step of pointer.split("/").slice(1)) {
    const name: string = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
