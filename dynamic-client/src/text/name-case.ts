/** Converts a snake-case or camel-case name to kebab case: `secondary_disks` and `secondaryDisks` become `secondary-disks`. */
export function kebabCase(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replaceAll("_", "-");
  return words.replace(/^-+(?=.)/, "").toLowerCase();
}

/** Returns the proto3 JSON name of a proto field: `secondaryDisks` for `secondary_disks`. */
export function jsonName(name: string): string {
  return name.replace(/_+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
}
