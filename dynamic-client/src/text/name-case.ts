/** A name of an API as words on a command line have it: `secondary_disks` and `secondaryDisks` are `secondary-disks`. */
export function kebabCase(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replaceAll("_", "-");
  return words.replace(/^-+(?=.)/, "").toLowerCase();
}

/** A name of a proto as proto3 JSON has it: `secondaryDisks` for `secondary_disks`. */
export function jsonName(name: string): string {
  return name.replace(/_+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
}
