/**
 * The camel case of a proto name, which is its name in JSON and, unless it shouts, its property: `disk_id` is `diskId`.
 * Underscores are left out, and a letter behind one becomes a capital; all else stays as it is, as protoc has it for
 * `json_name` ("JSON name mapping" of the proto3 language guide). The generator leaves out of a row what this gives.
 */
export function camelCase(name: string): string {
  // Most names are one word.
  return name.includes("_") ? name.replace(/_+(.?)/g, (_, first: string) => first.toUpperCase()) : name;
}
