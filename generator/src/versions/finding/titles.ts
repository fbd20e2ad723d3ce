/** `DiskService` of `service acme.v1.DiskService`. */
export function simpleName(element: string): string {
  return element.slice(Math.max(element.lastIndexOf("."), element.lastIndexOf(" ")) + 1);
}

/** `DiskService.Freeze` of `rpc acme.v1.DiskService.Freeze`. */
export function rpcTitle(element: string): string {
  return element.split(/[ .]/).slice(-2).join(".");
}

/** A name of the protos and one of TypeScript that was made of it. */
export function isSameName(proto: string, own: string): boolean {
  return plain(proto) === plain(own);
}

function plain(text: string): string {
  return text.replaceAll(/[_$]/g, "").toLowerCase();
}

/** `Outer_Inner` for `acme.v1.Outer.Inner`, as generated types are called. */
export function titleOf(name: string): string {
  const parts = name.split(".");
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return first < 0 ? simpleName(name) : parts.slice(first).join("_");
}

/** The proto package of a full name, as far as its parts tell it from types, which have capitals. */
export function packageOf(name: string): string {
  return (/^(?:[a-z_]\w*\.)*/.exec(name)?.[0] ?? "").slice(0, -1);
}
