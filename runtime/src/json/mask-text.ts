/** A field mask as proto3 JSON writes it, `user.displayName,photo`; undefined where a path would not come back the same. */
export function maskText(paths: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const path of paths) {
    if (typeof path !== "string" || path === "" || /[A-Z,]/.test(path)) return undefined;
    const text = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (text.includes("_")) return undefined;
    texts.push(text);
  }
  return texts.join(",");
}

/** The paths of a field mask in proto3 JSON; undefined for text that is none, such as one with a `_`. */
export function maskFromText(text: string): string[] | undefined {
  if (text === "") return [];
  const paths = text.split(",");
  if (paths.some((path) => path === "" || path.includes("_"))) return undefined;
  return paths.map((path) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
