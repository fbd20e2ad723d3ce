/** Returns `DiskService` for `service acme.v1.DiskService`. */
export function toSimpleName(element: string): string {
  return element.slice(Math.max(element.lastIndexOf("."), element.lastIndexOf(" ")) + 1);
}

/** Returns `DiskService.Freeze` for `rpc acme.v1.DiskService.Freeze`. */
export function toRpcTitle(element: string): string {
  return element.split(/[ .]/).slice(-2).join(".");
}

/** Returns whether a TypeScript name was generated from a proto name. */
export function isSameName(proto: string, own: string): boolean {
  return toComparable(proto) === toComparable(own);
}

function toComparable(text: string): string {
  return text.replaceAll(/[_$]/g, "").toLowerCase();
}

/** Returns the name of the generated type: `Outer_Inner` for `acme.v1.Outer.Inner`. */
export function toTypeTitle(name: string): string {
  const parts = name.split(".");
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return first < 0 ? toSimpleName(name) : parts.slice(first).join("_");
}

/** Returns the proto package of a full name: the parts before the first one with a capital letter. */
export function toPackage(name: string): string {
  return (/^(?:[a-z_]\w*\.)*/.exec(name)?.[0] ?? "").slice(0, -1);
}
