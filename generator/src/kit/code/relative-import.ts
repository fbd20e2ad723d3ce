/**
 * Returns the specifier of an import from one module to another: `../../common/v1/operation.js`.
 *
 * @param from Path of the importing module from the top of the sources, without extension.
 * @param to Path of the other, likewise.
 * @param extension The extension of relative imports: `.js`.
 */
export function relativeImport(from: string, to: string, extension: string): string {
  const source = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const up = source.slice(shared).map(() => "..");
  const path = [...(up.length > 0 ? up : ["."]), ...target.slice(shared)].join("/");
  return `${path}${extension}`;
}
