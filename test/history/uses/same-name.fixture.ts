/** Returns whether a TypeScript name was generated from a proto name. */
export function isSameName(proto: string, own: string): boolean {
  const comparable = (text: string): string => text.replaceAll(/[_$]/g, "").toLowerCase();
  return comparable(proto) === comparable(own);
}
