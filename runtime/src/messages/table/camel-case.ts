/**
 * Converts a proto name to camel case: `disk_id` to `diskId`. This is its name in JSON and usually its property. Removes
 * underscores and capitalizes the letters after them, as protoc does for `json_name` (proto3 language guide, "JSON name
 * mapping"). Generated rows omit names that equal this.
 */
export function camelCase(name: string): string {
  // Most names are one word.
  return name.includes("_") ? name.replace(/_+(.?)/g, (_, first: string) => first.toUpperCase()) : name;
}
