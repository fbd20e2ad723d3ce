/** A name of a proto as words on a command line have it: `secondary_disks` is `secondary-disks`. */
export function kebab(name: string): string {
  return name.replaceAll("_", "-").toLowerCase();
}

/** A camel-case name in kebab case: `apiDomain` is `api-domain`. */
export function kebabOfCamel(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
